/**
 * Blobs: bytes by their hash, in files, in objects of a bucket, or in a table of the database (SPEC.md).
 *
 * Every blob has a row in `blobs` from before it is written until after it is removed, so that a crash leaves no unknown blob. A
 * transaction that refers to a blob or removes one locks its row (`claimBlob`), so that no reference to removed bytes is written.
 */
import type { Db, Storage } from '../storage.ts';
import { type Bucket, bucketBlobs } from './bucket-blobs.ts';
import { databaseBlobs } from './database-blobs.ts';
import { fileBlobs } from './file-blobs.ts';

/** `hash` is 64 lowercase hexadecimal digits. Failures of the disk are thrown as storage failures. */
export type Blobs = {
  put(hash: string, bytes: Uint8Array): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Null if there is no such blob. */
  get(hash: string): Promise<Uint8Array | null>;
  /** Does nothing if there is no such blob. */
  remove(hash: string): Promise<void>;
};

/** A folder or a bucket that all nodes can reach, or the database. */
export type BlobStore = { readonly folder: string } | { readonly bucket: Bucket } | 'database';

export async function openBlobs(storage: Storage, store: BlobStore): Promise<Blobs> {
  if (store === 'database') return databaseBlobs(storage);
  return 'folder' in store ? fileBlobs(store.folder) : bucketBlobs(store.bucket);
}

/** Records that the blob is needed, and locks it against removal until the transaction ends. */
export async function claimBlob(tx: Db, hash: string, at: number): Promise<void> {
  await tx
    .insertInto('blobs')
    .values({ hash, at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ at }))
    .execute();
}

/**
 * Claims a blob again. Returns true if it was neither claimed nor removed since the claim at `since`: bytes that were put since then
 * exist and need not be checked.
 */
export async function renewClaim(tx: Db, hash: string, since: number, at: number): Promise<boolean> {
  const renewed = await tx
    .updateTable('blobs')
    .set({ at })
    .where('hash', '=', hash)
    .where('at', '=', since)
    .returning('hash')
    .executeTakeFirst();
  if (renewed === undefined) await claimBlob(tx, hash, at);
  return renewed !== undefined;
}

/** Blobs that no image refers to and that were last claimed before `before`. */
export async function strayBlobs(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('hash')
    .where('at', '<', before)
    .where((is) => is.not(is.exists(is.selectFrom('images').select('images.id').whereRef('images.hash', '=', 'blobs.hash'))))
    .orderBy('hash')
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Removes a stray blob. False if it was claimed in the meantime. */
export function removeStray(storage: Storage, blobs: Blobs, hash: string, before: number): Promise<boolean> {
  return storage.transact(async (tx) => {
    const deleted = await tx
      .deleteFrom('blobs')
      .where('hash', '=', hash)
      .where('at', '<', before)
      .returning('hash')
      .executeTakeFirst();
    if (deleted === undefined) return false;
    const reference = await tx.selectFrom('images').select('id').where('hash', '=', hash).executeTakeFirst();
    if (reference === undefined) await blobs.remove(hash);
    else await tx.insertInto('blobs').values({ hash, at: before }).execute();
    return reference === undefined;
  });
}
