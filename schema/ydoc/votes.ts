/**
 * Reads and writes votes. The root `votes` maps the id of a card to a Y.Map of voter id → dots. Only the server writes it. Dots
 * are integers from 1 to `limits.dotsMax`; any other value is ignored.
 */
import * as Y from 'yjs';

import { limits } from '../limits.ts';
import { mapIn, root, rootMap } from './roots.ts';

export function readVotes(doc: Y.Doc, id: string): ReadonlyMap<string, number> {
  const votes = new Map<string, number>();
  mapIn(rootMap(doc, 'votes'), id)?.forEach((dots, voter) => {
    if (typeof dots === 'number' && Number.isInteger(dots) && dots > 0) votes.set(voter, Math.min(dots, limits.dotsMax));
  });
  return votes;
}

/** Sets the dots of each voter in `dots`; 0 removes the vote. */
export function setVotes(doc: Y.Doc, id: string, dots: ReadonlyMap<string, number>): void {
  doc.transact(() => {
    const votes = root(doc, 'votes');
    const ballot = mapIn(votes, id) ?? votes.set(id, new Y.Map<unknown>());
    for (const [voter, count] of dots) {
      if (count > 0) ballot.set(voter, count);
      else ballot.delete(voter);
    }
  });
}

export function removeVotes(doc: Y.Doc, id: string): void {
  doc.transact(() => {
    const votes = root(doc, 'votes');
    if (votes.has(id)) votes.delete(id);
  });
}
