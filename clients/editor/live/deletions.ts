/** deletions: set operations on Yjs delete sets: for each client, sorted ranges of deleted clocks that do not touch. */
import * as Y from 'yjs';

import type { ClockRange, Deletions } from '#schema/ydoc/struct-store.ts';

/** Accepts ranges in any order. */
export function deletionsOf(ranges: Iterable<ClockRange>): Deletions {
  const deletions = Y.createDeleteSet();
  for (const { client, clock, len } of ranges) {
    const existing = deletions.clients.get(client);
    if (existing === undefined) deletions.clients.set(client, [{ clock, len }]);
    else existing.push({ clock, len });
  }
  return union(deletions);
}

export const union = (...all: Deletions[]): Deletions => Y.mergeDeleteSets(all);

/** The ranges of `all` that are not in `others`. */
export function* difference(all: Deletions, others: Deletions): Generator<ClockRange> {
  for (const [client, ranges] of all.clients) {
    const removed = others.clients.get(client) ?? [];
    let next = 0;
    for (const range of ranges) {
      const end = range.clock + range.len;
      let { clock } = range;
      while (clock < end) {
        while (next < removed.length && endOf(removed[next]) <= clock) next += 1;
        const start = Math.min(end, removed[next]?.clock ?? end);
        if (start > clock) yield { client, clock, len: start - clock };
        clock = Math.min(end, Math.max(start, endOf(removed[next])));
      }
    }
  }
}

const endOf = (range: { readonly clock: number; readonly len: number } | undefined): number =>
  range === undefined ? Infinity : range.clock + range.len;
