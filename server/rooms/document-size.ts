/**
 * document-size: how large a document is, encoded whole, so that it does not grow beyond what can be loaded and sent.
 *
 * Z1  The size is the sum of what was written, which is never too small; it is measured only when that passes the limit.
 * Z2  What only deletes is taken whatever the size.
 * Z3  A document that is measured to be nearly full counts as full: it would be measured again with each write.
 */
import * as Y from 'yjs';

/** [Z3] As a part of the limit: 64 KiB of 32 MiB. */
const nearly = 1 / 512;

export class DocumentSize {
  readonly #limit: number;
  /** Never less than what the document takes. */
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The document was read whole. */
  loaded(bytes: number): void {
    this.#bytes = bytes;
  }

  grew(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Whether an update that is not in the document yet may be written. */
  takes(update: Uint8Array, doc: Y.Doc): boolean {
    return this.#isUnmeasured(update) || this.#measured(doc) + update.length <= this.#limit * (1 - nearly);
  }

  /** Whether an update may stay that the document has already, and that `grew` has not told of. */
  keeps(update: Uint8Array, doc: Y.Doc): boolean {
    return this.#isUnmeasured(update) || this.#measured(doc) <= this.#limit * (1 - nearly);
  }

  /** True when an update may be written without a measurement. */
  #isUnmeasured(update: Uint8Array): boolean {
    return this.#bytes + update.length <= this.#limit || onlyDeletes(update);
  }

  #measured(doc: Y.Doc): number {
    this.#bytes = Y.encodeStateAsUpdate(doc).length;
    return this.#bytes;
  }
}

const onlyDeletes = (update: Uint8Array): boolean => Y.decodeUpdate(update).structs.length === 0;
