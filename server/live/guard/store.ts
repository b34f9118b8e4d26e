/** store: look-ups in a Y.Doc's struct store, whose lists Yjs keeps sorted by clock and without holes. */
import * as Y from 'yjs';

import type { Id } from './decode.ts';

/** The next clock of a client: 0 for one that is not known. */
export const stateOf = (doc: Y.Doc, client: number): number => Y.getState(doc.store, client);

/** The struct that holds a clock; undefined when the document does not have it. */
export function structAt(doc: Y.Doc, { client, clock }: Id): Y.Item | Y.GC | undefined {
  const structs = doc.store.clients.get(client);
  if (structs === undefined || clock >= stateOf(doc, client)) return undefined;
  return structs[Y.findIndexSS(structs, clock)];
}
