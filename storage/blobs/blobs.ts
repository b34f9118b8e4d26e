/**
 * blobs: bytes by their hash, beside the rows that refer to them: files, objects of a bucket, or a table of the database.
 *
 * B1  What `put` resolved is on disk. The same bytes are kept once; putting them again costs a look.
 * B2  Every blob has a row in `blobs` from before it is written until after it is gone: none is forgotten by a crash.
 * B3  Whoever refers to a blob locks its row (`claimBlob`) and looks that it is there; whoever removes one does too, so that
 *     nothing refers to bytes that are gone.
 */
import type { Db, Storage } from '../storage.ts';
import { type Bucket, bucketBlobs } from './bucket-blobs.ts';
import { databaseBlobs } from './database-blobs.ts';
import { fileBlobs } from './file-blobs.ts';

/** `hash`: 64 lowercase hexadecimal digits. Failures of the disk are thrown as those of storage. */
export type Blobs = {
  put(hash: string, bytes: Uint8Array): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Null when there is none. */
  get(hash: string): Promise<Uint8Array | null>;
  /** Nothing when there is none. */
  remove(hash: string): Promise<void>;
};

/** In a folder or a bucket that every node sees, or in the database. */
export type BlobStore = { readonly folder: string } | { readonly bucket: Bucket } | 'database';

export async function openBlobs(storage: Storage, store: BlobStore): Promise<Blobs> {
  if (store === 'database') return databaseBlobs(storage);
  return 'folder' in store ? fileBlobs(store.folder) : bucketBlobs(store.bucket);
}

/** [B2] [B3] Notes that the blob is wanted, and locks it against removal until the transaction ends. */
export async function claimBlob(tx: Db, hash: string, at: number): Promise<void> {
  await tx
    .insertInto('blobs')
    .values({ hash, at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ at }))
    .execute();
}

/**
 * [B3] Claims it once more; true when nobody has claimed or removed it since the claim of that time: what was put since then
 * is there, and need not be looked for.
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

/** Blobs that were last claimed before `before` and that no image refers to. */
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

/** [B3] Removes a stray blob; false when it was claimed meanwhile. */
export function removeStray(storage: Storage, blobs: Blobs, hash: string, before: number): Promise<boolean> {
  return storage.transact(async (tx) => {
    const gone = await tx
      .deleteFrom('blobs')
      .where('hash', '=', hash)
      .where('at', '<', before)
      .returning('hash')
      .executeTakeFirst();
    if (gone === undefined) return false;
    const wanted = await tx.selectFrom('images').select('id').where('hash', '=', hash).executeTakeFirst();
    if (wanted === undefined) await blobs.remove(hash);
    else await tx.insertInto('blobs').values({ hash, at: before }).execute();
    return wanted === undefined;
  });
}
