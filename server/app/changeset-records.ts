/**
 * changeset-records: which records of changesets are there, and what of them a caller may see.
 */
import type { ChangesetRecord } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';
import type { StoredChangeset } from '#storage/changesets.ts';

/** Records made before this time (ms) are as if they were not there. */
export const keptSince = (now: number): number => now - limits.changesetRetentionDays * 24 * 60 * 60 * 1000;

/** A record as this caller may see it: the token's id is for the person who made the changeset. */
export function recordFor(actor: Actor, stored: StoredChangeset): ChangesetRecord {
  const { id, tabId, rev, author, agent, summary, counts, revertOf, createdAt, tokenId, userId } = stored;
  const isMaker = userId !== null && userId === userIdOf(actor);
  return {
    id,
    tabId,
    rev,
    author: { ...author },
    agent,
    ...(summary !== null && { summary }),
    counts,
    revertOf,
    createdAt,
    ...(isMaker && tokenId !== null && { tokenId }),
  };
}
