/** Look-ups in a Y.Doc's struct store, whose lists are sorted by clock and have no gaps. */
import * as Y from 'yjs';

import type { Id } from './decode.ts';

/** The next clock of a client; 0 for an unknown client. */
export const stateOf = (doc: Y.Doc, client: number): number => Y.getState(doc.store, client);

/** The struct that contains a clock; undefined if the document does not have it. */
export function structAt(doc: Y.Doc, { client, clock }: Id): Y.Item | Y.GC | undefined {
  const structs = doc.store.clients.get(client);
  if (structs === undefined || clock >= stateOf(doc, client)) return undefined;
  return structs[Y.findIndexSS(structs, clock)];
}
