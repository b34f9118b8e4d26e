/** Refuses a list of tabs to which writing is limited if the document lacks one of them. */
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';

import type { AppContext } from './context.ts';

/** Null if all exist, or none are given. Errors: tab_not_found with `refs`, and those of authorize for an owner. */
export async function missingTabs(
  { storage, rooms, now }: AppContext,
  { actor }: Call,
  documentId: string,
  tabs: readonly string[] | null | undefined,
): Promise<Problem | null> {
  if (tabs === undefined || tabs === null) return null;
  const access = await authorize(storage.db, actor, documentId, 'owner', { now: now() });
  if (isProblem(access)) return access;
  const existing = await rooms.read(documentId, (reading) => new Set(reading.tabs.map((tab) => tab.id)));
  if (isProblem(existing)) return existing;
  const missing = tabs.filter((tab) => !existing.has(tab));
  return missing.length === 0 ? null : problem('tab_not_found', { refs: missing });
}
