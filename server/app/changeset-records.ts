/** Which changeset records exist, and what a caller sees of them. */
import type { ChangesetRecord } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';
import { userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import type { StoredChangeset } from '#storage/changesets.ts';

import { addressesFor } from './addresses.ts';
import type { AppContext } from './context.ts';

/** Records from before this time (ms) are treated as deleted. */
export const keptSince = (now: number): number => now - limits.changesetRetentionDays * 24 * 60 * 60 * 1000;

/** A record as this caller sees it: only the author of the changeset sees the token's id. */
export function recordFor(context: AppContext, call: Call, stored: StoredChangeset): ChangesetRecord {
  const { id, tabId, rev, author, agent, summary, counts, revertOf, createdAt, tokenId, userId } = stored;
  const isAuthor = userId !== null && userId === userIdOf(call.actor);
  return {
    id,
    tabId,
    url: addressesFor(context, call).changeset(stored),
    rev,
    author: { ...author },
    agent,
    ...(summary !== null && { summary }),
    counts,
    revertOf,
    createdAt,
    ...(isAuthor && tokenId !== null && { tokenId }),
  };
}
