/**
 * piece-writer: encodes a part of a document's structs and deletions as an update.
 *
 * Deleted items are encoded without content, and items in deleted maps as collected structs, even while the undo stack keeps them:
 * this is how Yjs encodes both after garbage collection.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

import { type ClockRange, type Deletions, holderOf, type StoredStruct } from '#schema/ydoc/struct-store.ts';

/** A struct, or the rest of it from a clock on. */
export type StructSpan = { readonly struct: StoredStruct; readonly clock: number };

type Section = {
  readonly client: number;
  readonly clock: number;
  readonly encoder: Y.UpdateEncoderV1;
  count: number;
  collected: number;
};

export class PieceWriter {
  readonly #sections = new Map<number, Section>();
  /** The written structs that are deleted. */
  readonly deleted: ClockRange[] = [];

  /** The approximate size of the update. */
  get bytes(): number {
    let bytes = 0;
    for (const { encoder } of this.#sections.values()) bytes += encoding.length(encoder.restEncoder);
    return bytes;
  }

  /** Spans of one client must follow each other. `placeholder`: a value for the last clock of a deleted item. */
  write({ struct, clock }: StructSpan, placeholder?: { readonly value: unknown }): void {
    const { client } = struct.id;
    const section = this.#sectionOf(client, clock);
    const len = struct.id.clock + struct.length - clock;
    if (!(struct instanceof Y.Item) || isCollected(struct)) {
      section.collected += len;
      this.#noteDeleted({ client, clock, len });
      return;
    }
    endCollected(section);
    if (!struct.deleted) {
      struct.write(section.encoder, clock - struct.id.clock);
      section.count += 1;
      return;
    }
    const deletedLength = placeholder === undefined ? len : len - 1;
    if (deletedLength > 0) {
      this.#noteDeleted({ client, clock, len: deletedLength });
      writeItem(section, struct, clock, new Y.ContentDeleted(deletedLength));
    }
    if (placeholder !== undefined) writeItem(section, struct, clock + deletedLength, new Y.ContentAny([placeholder.value]));
  }

  update(deletions: Deletions | null = null): Uint8Array {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, this.#sections.size);
    for (const section of this.#sections.values()) {
      endCollected(section);
      encoding.writeVarUint(encoder, section.count);
      encoding.writeVarUint(encoder, section.client);
      encoding.writeVarUint(encoder, section.clock);
      encoding.writeUint8Array(encoder, section.encoder.toUint8Array());
    }
    encoding.writeVarUint(encoder, deletions?.clients.size ?? 0);
    for (const [client, ranges] of deletions?.clients ?? []) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, ranges.length);
      for (const { clock, len } of ranges) {
        encoding.writeVarUint(encoder, clock);
        encoding.writeVarUint(encoder, len);
      }
    }
    return encoding.toUint8Array(encoder);
  }

  #noteDeleted({ client, clock, len }: ClockRange): void {
    const last = this.deleted.at(-1);
    if (last?.client !== client || last.clock + last.len !== clock) this.deleted.push({ client, clock, len });
    else this.deleted[this.deleted.length - 1] = { ...last, len: last.len + len };
  }

  #sectionOf(client: number, clock: number): Section {
    const section = this.#sections.get(client) ?? { client, clock, encoder: new Y.UpdateEncoderV1(), count: 0, collected: 0 };
    this.#sections.set(client, section);
    return section;
  }
}

/** True if a type around the item is deleted. */
export function isCollected(item: Y.Item): boolean {
  for (let at = holderOf(item); at !== null; at = holderOf(at)) if (at.deleted) return true;
  return false;
}

function endCollected(section: Section): void {
  if (section.collected === 0) return;
  section.encoder.writeInfo(0);
  section.encoder.writeLen(section.collected);
  section.count += 1;
  section.collected = 0;
}

/** Writes an item, from a clock on, with different content. */
function writeItem(section: Section, item: Y.Item, clock: number, content: Y.ContentDeleted | Y.ContentAny): void {
  const { client } = item.id;
  const origin = clock > item.id.clock ? Y.createID(client, clock - 1) : item.origin;
  const { rightOrigin, parent, parentSub } = item;
  new Y.Item(Y.createID(client, clock), null, origin, null, rightOrigin, parent, parentSub, content).write(section.encoder, 0);
  section.count += 1;
}
