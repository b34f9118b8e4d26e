/**
 * Event ids: a reader's place in a document's events, as an opaque text that it sends back to resume there.
 *
 * An id is one AES block under a key of the installation: position (6 bytes), time (6 bytes), a hash of the document id (4 bytes). It is
 * encrypted because positions count the events of all documents. Every node encodes and decodes ids alike.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';

/** At time `at` (ms), the reader had been given everything up to `position`. */
export type EventPlace = { readonly position: number; readonly at: number };

const cipher = 'aes-128-ecb';
const form = /^[\w-]{22}$/;

export class EventIds {
  readonly #key: Buffer;

  /** `secret` is the installation's, the same on every node. */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('event ids').digest().subarray(0, 16);
  }

  /** 22 characters of base64url. */
  idOf(documentId: string, { position, at }: EventPlace): string {
    const block = Buffer.alloc(16);
    block.writeUIntBE(position, 0, 6);
    block.writeUIntBE(Math.max(0, Math.trunc(at)), 6, 6);
    tagOf(documentId).copy(block, 12);
    return createCipheriv(cipher, this.#key, null).setAutoPadding(false).update(block).toString('base64url');
  }

  /** Null for an id of another document or installation. */
  placeOf(documentId: string, id: string): EventPlace | null {
    if (!form.test(id)) return null;
    const sealed = Buffer.from(id, 'base64url');
    const block = createDecipheriv(cipher, this.#key, null).setAutoPadding(false).update(sealed);
    if (!block.subarray(12).equals(tagOf(documentId))) return null;
    return { position: block.readUIntBE(0, 6), at: block.readUIntBE(6, 6) };
  }
}

const tagOf = (documentId: string): Buffer => createHash('sha256').update(documentId).digest().subarray(0, 4);
