/**
 * votes: how dots lie in a document's Y.Doc, read and written.
 *
 * The root `votes` holds, by the id of what they were given to, a Y.Map of voter id → dots. The server alone writes it.
 * V1  Dots are integers from 1 to `limits.dotsMax`; what is none reads as no vote.
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

/** Makes the votes say this; 0 is none. */
export function setVotes(doc: Y.Doc, id: string, dots: ReadonlyMap<string, number>): void {
  doc.transact(() => {
    const votes = root(doc, 'votes');
    const known = mapIn(votes, id) ?? votes.set(id, new Y.Map<unknown>());
    for (const [voter, number] of dots) {
      if (number > 0) known.set(voter, number);
      else known.delete(voter);
    }
  });
}

export function removeVotes(doc: Y.Doc, id: string): void {
  doc.transact(() => {
    const votes = root(doc, 'votes');
    if (votes.has(id)) votes.delete(id);
  });
}
