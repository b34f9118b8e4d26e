/**
 * document-size: how large a document is, encoded whole, so that it does not grow beyond what can be loaded and sent.
 *
 * Z1  The size is the sum of what was written, which is never too small; it is measured only when that passes the limit.
 * Z2  What only deletes is taken whatever the size.
 */
import * as Y from 'yjs';

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
    if (this.#bytes + update.length <= this.#limit) return true;
    this.#bytes = Y.encodeStateAsUpdate(doc).length;
    return this.#bytes + update.length <= this.#limit || onlyDeletes(update);
  }

  /** Whether an update may stay that the document has already, and that `grew` has not told of. */
  keeps(update: Uint8Array, doc: Y.Doc): boolean {
    if (this.#bytes + update.length <= this.#limit) return true;
    this.#bytes = Y.encodeStateAsUpdate(doc).length;
    return this.#bytes <= this.#limit || onlyDeletes(update);
  }
}

const onlyDeletes = (update: Uint8Array): boolean => Y.decodeUpdate(update).structs.length === 0;
