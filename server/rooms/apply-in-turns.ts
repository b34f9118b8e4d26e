/** Applies the updates of a whole document in several turns of the event loop, as one of 50,000 elements takes most of a second (SPEC.md). */
import * as Y from 'yjs';

import { updateParts } from '#schema/ydoc/update-parts.ts';
import { inTurns } from '#server/in-turns.ts';

/** `onPart`: called after each part. Nothing else may use the document meanwhile. */
export const applyInTurns = (doc: Y.Doc, updates: readonly Uint8Array[], onPart: () => void = () => undefined): Promise<void> =>
  inTurns(applied(doc, updates, onPart));

function* applied(doc: Y.Doc, updates: readonly Uint8Array[], onPart: () => void): Generator<void, void> {
  for (const update of updates) {
    for (const part of updateParts(update)) {
      if (part !== null) {
        Y.applyUpdate(doc, part);
        onPart();
      }
      yield;
    }
  }
}
