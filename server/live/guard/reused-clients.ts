/**
 * Finds clocks that are used twice: structs that the document has under the same client and clock, with other content.
 *
 * Two copies of a page with one client id (a cloned machine, a page that stores its id) write such structs. Yjs takes the later ones for
 * known, so without this check they would be acknowledged and be nowhere.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

import { clockOf, structAt } from '#schema/ydoc/struct-store.ts';

import type { Cursor } from './cursor.ts';
import type { DecodedUpdate, Id, Struct } from './decode.ts';

export function reusesClocks({ sections, cursor }: DecodedUpdate, doc: Y.Doc): boolean {
  return sections.some(({ client, structs }) => {
    const known = clockOf(doc, client);
    for (const struct of structs) {
      if (struct.clock + struct.length > known) return false;
      if (struct.kind === 'item' && differs(struct, structAt(doc, { client, clock: struct.clock }), cursor)) return true;
    }
    return false;
  });
}

/** What was deleted or collected since has no content to compare, and an item that Yjs has joined with earlier ones has no place. */
function differs(struct: Struct & { kind: 'item' }, stored: ReturnType<typeof structAt>, cursor: Cursor): boolean {
  if (!(stored instanceof Y.Item) || stored.id.clock !== struct.clock) return false;
  const { parent, content } = struct;
  if ('origin' in parent ? !isSame(parent.origin, stored.origin) : stored.origin !== null || parent.key !== stored.parentSub)
    return true;
  if (content.kind === 'deleted' || stored.deleted) return false;
  if (content.kind === 'map') return !(stored.content instanceof Y.ContentType);
  if (!(stored.content instanceof Y.ContentAny)) return true;
  return content.starts.some((start, index) => !cursor.hasAt(start, encoded(stored.content.getContent()[index])));
}

const isSame = (id: Id, stored: Y.ID | null): boolean =>
  stored !== null && stored.client === id.client && stored.clock === id.clock;

/** Every client writes a value with the same bytes. */
const encoded = (value: unknown): Uint8Array => encoding.encode((encoder) => encoding.writeAny(encoder, value as never));
