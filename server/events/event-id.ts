/**
 * event-id: where a reader stands in a document's events, as a word that it hands back to go on from there.
 *
 * I1  It says nothing to whoever reads it: positions count the events of all documents, so they are sealed.
 * I2  One of another document, or that this installation did not make, is none. Every node makes and reads the same.
 *
 * One block of AES under a key of the installation: position (6 bytes), time (6 bytes), a mark of the document (4 bytes).
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';

/** `at` (ms): until then its reader had been given everything up to `position`. */
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
    markOf(documentId).copy(block, 12);
    return createCipheriv(cipher, this.#key, null).setAutoPadding(false).update(block).toString('base64url');
  }

  /** Null for one that is not of this document [I2]. */
  placeOf(documentId: string, id: string): EventPlace | null {
    if (!form.test(id)) return null;
    const sealed = Buffer.from(id, 'base64url');
    const block = createDecipheriv(cipher, this.#key, null).setAutoPadding(false).update(sealed);
    if (!block.subarray(12).equals(markOf(documentId))) return null;
    return { position: block.readUIntBE(0, 6), at: block.readUIntBE(6, 6) };
  }
}

const markOf = (documentId: string): Buffer => createHash('sha256').update(documentId).digest().subarray(0, 4);
