/**
 * How large an encoded document is, so that it does not grow beyond what can be loaded and sent.
 *
 * The size is the sum of what was written, so never too small. It is measured only if that sum exceeds the limit. A document that is
 * measured as nearly full counts as full, or it would be measured again with each write.
 */
import * as Y from 'yjs';

/** As a part of the limit: 64 KiB of 32 MiB. */
const reserve = 1 / 512;

export class DocumentSize {
  readonly #limit: number;
  /** Never less than the size of the document. */
  #bytes = 0;
  #grownBytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** At most this; 0 if the document was not read yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sets the size after the document was read. */
  loaded(bytes: number): void {
    this.#bytes = bytes;
    this.#grownBytes = 0;
  }

  /** What was written since the document was read. */
  get grownBytes(): number {
    return this.#grownBytes;
  }

  grew(bytes: number): void {
    this.#bytes += bytes;
    this.#grownBytes += bytes;
  }

  /** Whether an update may be written that the document does not contain yet. */
  takes(update: Uint8Array, doc: Y.Doc): boolean {
    return this.#isSurelySmall(update) || this.#measure(doc) + update.length <= this.#limit * (1 - reserve);
  }

  /** Whether an update may stay that the document contains already. `grew` includes neither it nor `earlierBytes`, which were written before it. */
  keeps(update: Uint8Array, doc: Y.Doc, earlierBytes = 0): boolean {
    return this.#isSurelySmall(update, earlierBytes) || this.#measure(doc) <= this.#limit * (1 - reserve);
  }

  /** True if an update may be written without a measurement. */
  #isSurelySmall(update: Uint8Array, earlierBytes = 0): boolean {
    return this.#bytes + earlierBytes + update.length <= this.#limit || onlyDeletes(update);
  }

  #measure(doc: Y.Doc): number {
    this.#bytes = Y.encodeStateAsUpdate(doc).length;
    return this.#bytes;
  }
}

export const onlyDeletes = (update: Uint8Array): boolean => Y.decodeUpdate(update).structs.length === 0;
