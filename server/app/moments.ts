/** The moments of the past that calls name, for those who may read the past (SPEC.md). */
import { reaches } from '#schema/access.ts';
import { timePattern } from '#schema/calls.ts';
import { isId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Access, Actor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { findMoment } from '#storage/past/find-moment.ts';
import type { Db } from '#storage/storage.ts';
import { versionById } from '#storage/versions.ts';

import type { AppContext } from './context.ts';

/** The past contains what was deleted, so only those who could have deleted it may read it. Errors: as `authorize`. */
export async function authorizePast(context: AppContext, { actor }: Call, documentId: string): Promise<null | Problem> {
  const access = await authorize(context.storage.db, actor, documentId, 'viewer', { now: context.now() });
  if (isProblem(access)) return access;
  return readsPast(actor, access) ? null : problem('access_denied', { required: 'editor' });
}

export const readsPast = ({ kind }: Actor, { level }: Access): boolean => kind !== 'guest' && reaches(level, 'editor');

export type NamedMoment = { readonly documentId: string; readonly tabId: string; readonly at: string | number };

/**
 * The journal position of a moment: a revision of the tab, a time with its offset, or the id of a version. Errors: revision_not_found,
 * invalid_request.
 */
export async function positionAt(
  { storage, now, pastDays }: AppContext,
  { documentId, tabId, at }: NamedMoment,
): Promise<number | Problem> {
  const name = String(at);
  if (isId('ver', name)) return (await versionById(storage.db, documentId, name))?.seq ?? problem('revision_not_found');
  if (/^\d+$/.test(name)) return positionOfMoment(storage.db, documentId, { tabId, rev: Number(name) }, { now: now(), pastDays });
  const time = timeOf(name);
  return isProblem(time) ? time : positionOfMoment(storage.db, documentId, { time }, { now: now(), pastDays });
}

/** Milliseconds since 1970 of a time of RFC 3339. Errors: invalid_request, also for a day or an hour that does not exist. */
export function timeOf(text: string): number | Problem {
  const time = isTime.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? noTime : time;
}

const isTime = new RegExp(`^${timePattern}$`);

type Kept = { readonly now: number; readonly pastDays: number };

/** Errors: revision_not_found. */
export async function positionOfMoment(
  db: Db,
  documentId: string,
  moment: Parameters<typeof findMoment>[2],
  { now, pastDays }: Kept,
): Promise<number | Problem> {
  const since = now - pastDays * 24 * 60 * 60 * 1_000;
  return (await findMoment(db, documentId, moment, { now, since })) ?? problem('revision_not_found');
}

const noTime = problem('invalid_request', {
  errors: [{ pointer: '/at', message: 'must be a revision, a time such as 2026-11-01T12:00:00Z, or the id of a version' }],
});
