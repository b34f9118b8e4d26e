/** Checks the fence of a new token: that it names what exists, and limits that belong together (AC22). */
import { operationKinds } from '#core/ops/operation-list.ts';
import { fencedWrites, type TokenFence } from '#schema/access.ts';
import { isContainer } from '#schema/element.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { tabsAmong } from '#storage/tabs.ts';

import type { AppContext } from './context.ts';

/** The documents that a token is limited to, and the rest of its fence. */
export type CheckedFence = { readonly documents: readonly string[] | null; readonly fence: TokenFence | null };

/** The fault of a fence by itself, as a pointer and a message; null if there is none. */
export function fenceFault(fence: TokenFence, documents: readonly string[] | null): { pointer: string; message: string } | null {
  const names = new Set<string>([...operationKinds.map(({ name }) => name), ...fencedWrites]);
  const unknown = fence.operations?.find((name) => !names.has(name));
  if (unknown !== undefined) return { pointer: '/fence/operations', message: `are any of ${[...names].join(', ')}` };
  if (fence.tabs !== undefined && documents === null)
    return { pointer: '/fence/tabs', message: 'need the documents that they belong to' };
  if (fence.frame === undefined) return null;
  if (fence.tabs?.length !== 1) return { pointer: '/fence/frame', message: 'needs exactly one tab, which it is on' };
  const elsewhere = fence.operations?.find((name) => isIn(fencedWrites, name) && !['draw', 'comment', 'presence'].includes(name));
  if (elsewhere === undefined) return null;
  return { pointer: '/fence/operations', message: `cannot include ${elsewhere} together with a frame` };
}

const isIn = (names: readonly string[], name: string): boolean => names.includes(name);

/** Errors: invalid_request. */
export async function checkFence(
  { storage, rooms }: Pick<AppContext, 'storage' | 'rooms'>,
  { documents = null, fence = null }: { readonly documents?: readonly string[] | null; readonly fence?: TokenFence | null },
): Promise<CheckedFence | Problem> {
  if (fence === null) return { documents, fence };
  if (documents !== null && fence.documents !== undefined) return invalid('/fence/documents', 'are in the body too');
  const within = fence.documents ?? documents;
  const fault = fenceFault(fence, within);
  if (fault !== null) return invalid(fault.pointer, fault.message);
  if (fence.tabs === undefined || within === null) return { documents: within, fence };
  const existing = await tabsAmong(storage.db, within, fence.tabs);
  if (existing.length < fence.tabs.length) return invalid('/fence/tabs', 'must all belong to the documents');
  const [place] = existing;
  if (fence.frame === undefined || place === undefined) return { documents: within, fence };
  const { frame } = fence;
  const id = await rooms.read(place.documentId, (reading) => {
    const tab = reading.tab(place.tabId);
    const ids = tab?.get(frame) === undefined ? (tab?.idsOfSlug(frame) ?? []) : [frame];
    const [only, ...others] = ids;
    const element = only === undefined || others.length > 0 ? undefined : tab?.get(only);
    return element !== undefined && isContainer(element) ? element.id : null;
  });
  if (isProblem(id)) return id;
  return id === null
    ? invalid('/fence/frame', 'must be a frame or lane of the tab')
    : { documents: within, fence: { ...fence, frame: id } };
}

const invalid = (pointer: string, message: string): Problem =>
  problem('invalid_request', { errors: [{ in: 'body', pointer, message }] });
