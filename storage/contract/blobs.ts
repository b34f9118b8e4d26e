/**
 * The contract for the bytes of images, wherever they are stored. Buckets have a test file of their own, because it needs a process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { type Blobs, claimBlob, openBlobs, removeStray, renewClaim, strayBlobs } from '../blobs/blobs.ts';
import { hash, type ContractDatabase } from './contract-database.ts';

export function blobsContract(database: ContractDatabase): void {
  blobsAt(database, 'in files', (folder) => openBlobs(database.storage, { folder }));
  // The database of an embedded installation never stores blobs: its one writer would wait for itself.
  blobsAt(database, 'in the database', (folder) =>
    openBlobs(database.storage, database.storage.dialect === 'sqlite' ? { folder } : 'database'),
  );
}

/** `open` is called with a folder that does not exist yet. */
export function blobsAt(database: ContractDatabase, place: string, open: (folder: string) => Promise<Blobs>): void {
  describe(`blobs ${place}`, () => {
    test('BB1 BB2 bytes are stored once, read back, and removed when nothing refers to them', async () => {
      const folder = temporaryFolder('blobs');
      const blobs = await open(join(folder.path, 'images'));
      const { db } = database.storage;
      const { userId } = await database.newDocument();
      const bytes = new Uint8Array(100_000).map((_, at) => at % 251);
      const other = randomBytes(10);
      const [used, stray] = [sha256(bytes), sha256(other)];
      for (const [blobHash, blobBytes] of [
        [used, bytes],
        [stray, other],
        [used, bytes],
      ] as const) {
        await database.storage.transact((tx) => claimBlob(tx, blobHash, 10));
        await blobs.put(blobHash, blobBytes);
      }
      await database.newImage(userId, { hash: used });
      expect(Buffer.from((await blobs.get(used)) ?? []).equals(bytes)).toBe(true);
      expect(await blobs.get(hash('nothing'))).toBeNull();
      expect(await blobs.has(hash('nothing'))).toBe(false);
      expect(await strayBlobs(db, 11, 1_000)).toContain(stray);
      expect(await strayBlobs(db, 11, 1_000)).not.toContain(used);
      expect(await strayBlobs(db, 10, 1_000)).not.toContain(stray);
      expect(await removeStray(database.storage, blobs, used, 11)).toBe(false);
      expect(await blobs.has(used)).toBe(true);
      await database.storage.transact((tx) => claimBlob(tx, stray, 11));
      const renew = (since: number) => database.storage.transact((tx) => renewClaim(tx, stray, since, 12));
      expect([await renew(10), await renew(11), await renew(12)]).toEqual([false, false, true]);
      expect(await removeStray(database.storage, blobs, stray, 12)).toBe(false);
      expect(await removeStray(database.storage, blobs, stray, 13)).toBe(true);
      expect(await blobs.get(stray)).toBeNull();
      await blobs.remove(stray);
      folder.remove();
    });
  });
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
