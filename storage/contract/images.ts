/** images: galleries, what was placed where, and blobs. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startBucket, type TestBucket } from '#test/harness/bucket.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { type Blobs, claimBlob, openBlobs, removeStray, renewClaim, strayBlobs } from '../blobs/blobs.ts';
import type { Bucket } from '../blobs/bucket-blobs.ts';
import { deleteMember } from '../members.ts';
import {
  addImageUses,
  documentsPlacing,
  forgetImage,
  gallerySize,
  imageByHash,
  imagesById,
  imagesDeletedBefore,
  insertImage,
  listImages,
  lockImages,
  placeableImages,
  placedIn,
  removeFromGallery,
  type StoredImage,
  usesOf,
} from '../images.ts';
import { awkward, hash, type ContractDatabase } from './contract-database.ts';

export function imagesContract(ground: ContractDatabase): void {
  const insert = async (ownerId: string, more: Partial<StoredImage> = {}): Promise<StoredImage> => {
    const image: StoredImage = {
      id: ground.newId('img'),
      ownerId,
      scope: '',
      hash: hash(ground.newId('x')),
      contentType: 'image/png',
      byteSize: 10,
      width: 3,
      height: 4,
      originalName: awkward,
      createdAt: 5,
      deletedAt: null,
      ...more,
    };
    await ground.storage.transact((tx) => insertImage(tx, image));
    return image;
  };

  describe('images', () => {
    test('what is put in is read back, newest first', async () => {
      const { userId } = await ground.newDocument();
      const [first, second] = [await insert(userId), await insert(userId)];
      const { db } = ground.storage;
      expect(await listImages(db, userId)).toEqual([second, first]);
      expect(await imagesById(db, [first.id, 'img_none'])).toEqual([first]);
      expect(await gallerySize(db, userId, '')).toEqual({ images: 2, bytes: 20 });
    });

    test('[M1] the same bytes are in a gallery once; what left it is in none', async () => {
      const { userId } = await ground.newDocument();
      const image = await insert(userId);
      const { db } = ground.storage;
      await expect(insert(userId, { hash: image.hash })).rejects.toThrow();
      const scoped = await insert(userId, { hash: image.hash, scope: 'tok_1' });
      expect(await imageByHash(db, userId, 'tok_1', image.hash)).toEqual(scoped);
      expect(await ground.storage.transact((tx) => removeFromGallery(tx, image.id, 7))).toBe(true);
      expect(await ground.storage.transact((tx) => removeFromGallery(tx, image.id, 8))).toBe(false);
      expect(await imageByHash(db, userId, '', image.hash)).toBeNull();
      await insert(userId, { hash: image.hash });
      expect((await imagesDeletedBefore(db, 8, '', 100)).map(({ id }) => id)).toContain(image.id);
      expect((await imagesDeletedBefore(db, 7, '', 100)).map(({ id }) => id)).not.toContain(image.id);
    });

    test('bytes count once, also those of what left the gallery, but for those that are asked beside', async () => {
      const { userId } = await ground.newDocument();
      const [image] = [await insert(userId), await insert(userId, { byteSize: 7 })];
      const { db } = ground.storage;
      await insert(userId, { hash: image.hash, scope: 'tok_1' });
      await ground.storage.transact((tx) => removeFromGallery(tx, image.id, 7));
      expect(await gallerySize(db, userId, '')).toEqual({ images: 2, bytes: 17 });
      expect(await gallerySize(db, userId, image.hash)).toEqual({ images: 2, bytes: 7 });
    });

    test('[M3] who removes an image waits for who is placing it, and who comes to place it then finds it gone', async () => {
      const { userId, documentId } = await ground.newDocument();
      const [placed, gone] = [await insert(userId), await insert(userId)];
      let removal: Promise<readonly string[]> = Promise.resolve([]);
      await ground.storage.transact(async (tx) => {
        expect(await lockImages(tx, [placed.id], 'placing')).toEqual(new Set([placed.id]));
        removal = ground.storage.transact(async (other) => {
          await lockImages(other, [placed.id, gone.id], 'removal');
          await removeFromGallery(other, gone.id, 1);
          await forgetImage(other, gone.id);
          return usesOf(other, placed.id);
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
        await addImageUses(tx, documentId, [placed.id], 1);
      });
      expect(await removal).toEqual([documentId]);
      const left = await ground.storage.transact((tx) => lockImages(tx, [placed.id, gone.id], 'placing'));
      expect(left).toEqual(new Set([placed.id]));
    });

    test('[M2] a use is noted once, and counts for members alone', async () => {
      const { userId, documentId } = await ground.newDocument();
      const other = await ground.newDocument();
      const image = await insert(userId);
      const { db } = ground.storage;
      for (const at of [1, 2]) await ground.storage.transact((tx) => addImageUses(tx, documentId, [image.id], at));
      expect(await placedIn(db, documentId, [image.id, 'img_none'])).toEqual(new Set([image.id]));
      expect(await usesOf(db, image.id)).toEqual([documentId]);
      expect(await documentsPlacing(db, userId, [image.id])).toEqual([
        { imageId: image.id, id: documentId, name: 'Plan', seq: 0 },
      ]);
      expect(await documentsPlacing(db, userId, [image.id], [other.documentId])).toEqual([]);
      expect(await documentsPlacing(db, other.userId, [image.id])).toEqual([]);
      const bound = { tokenId: 'tok_1', documents: [other.documentId] };
      const ask = (placer: Parameters<typeof placeableImages>[1]) => placeableImages(db, placer, [image.id]);
      expect(await ask({ userId, bound: null })).toEqual([image.id]);
      expect(await ask({ userId: other.userId, bound: null })).toEqual([]);
      expect(await ask({ userId, bound })).toEqual([]);
      expect(await ask({ userId, bound: { ...bound, documents: [documentId] } })).toEqual([image.id]);
      await ground.storage.transact((tx) => removeFromGallery(tx, image.id, 1));
      expect(await ask({ userId, bound: null })).toEqual([image.id]);
      await ground.storage.transact((tx) => deleteMember(tx, documentId, userId));
      expect(await ask({ userId, bound: null })).toEqual([]);
    });

    test('one that is in a gallery is not forgotten', async () => {
      const { userId, documentId } = await ground.newDocument();
      const image = await insert(userId);
      const { db } = ground.storage;
      await ground.storage.transact((tx) => addImageUses(tx, documentId, [image.id], 1));
      expect(await ground.storage.transact((tx) => forgetImage(tx, image.id))).toBe(false);
      await ground.storage.transact((tx) => removeFromGallery(tx, image.id, 1));
      expect(await ground.storage.transact((tx) => forgetImage(tx, image.id))).toBe(true);
      expect(await imagesById(db, [image.id])).toEqual([]);
      expect(await usesOf(db, image.id)).toEqual([]);
    });
  });

  describe.each(['in files', 'in a bucket', 'in the database'] as const)('blobs %s', (kind) => {
    let bucket: TestBucket | null = null;
    beforeAll(async () => {
      if (kind === 'in a bucket') bucket = await startBucket();
    });
    afterAll(() => bucket?.stop());
    const opened = async (folder: string): Promise<Blobs> => {
      if (bucket !== null) return openBlobs(ground.storage, { bucket: bucketAt(bucket) });
      // The database of an embedded installation never holds blobs: its one writer would wait for itself.
      const isFiles = kind === 'in files' || ground.storage.dialect === 'sqlite';
      return openBlobs(ground.storage, isFiles ? { folder } : 'database');
    };

    test('[B1] [B3] bytes are kept once, read back, and removed when nothing refers to them', async () => {
      const folder = temporaryFolder('blobs');
      const blobs = await opened(join(folder.path, 'images'));
      const { db } = ground.storage;
      const { userId } = await ground.newDocument();
      const bytes = new Uint8Array(100_000).map((_, at) => at % 251);
      const other = randomBytes(10);
      const [used, stray] = [sha256(bytes), sha256(other)];
      for (const [one, held] of [
        [used, bytes],
        [stray, other],
        [used, bytes],
      ] as const) {
        await ground.storage.transact((tx) => claimBlob(tx, one, 10));
        await blobs.put(one, held);
      }
      await insert(userId, { hash: used });
      expect(Buffer.from((await blobs.get(used)) ?? []).equals(bytes)).toBe(true);
      expect(await blobs.get(hash('nothing'))).toBeNull();
      expect(await blobs.has(hash('nothing'))).toBe(false);
      expect(await strayBlobs(db, 11, 1_000)).toContain(stray);
      expect(await strayBlobs(db, 11, 1_000)).not.toContain(used);
      expect(await strayBlobs(db, 10, 1_000)).not.toContain(stray);
      expect(await removeStray(ground.storage, blobs, used, 11)).toBe(false);
      expect(await blobs.has(used)).toBe(true);
      await ground.storage.transact((tx) => claimBlob(tx, stray, 11));
      const renew = (since: number) => ground.storage.transact((tx) => renewClaim(tx, stray, since, 12));
      expect([await renew(10), await renew(11), await renew(12)]).toEqual([false, false, true]);
      expect(await removeStray(ground.storage, blobs, stray, 12)).toBe(false);
      expect(await removeStray(ground.storage, blobs, stray, 13)).toBe(true);
      expect(await blobs.get(stray)).toBeNull();
      await blobs.remove(stray);
      folder.remove();
    });
  });
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const bucketAt = ({ url, keys }: TestBucket): Bucket => ({
  url,
  region: 'us-east-1',
  accessKeyId: keys.AWS_ACCESS_KEY_ID,
  secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
});
