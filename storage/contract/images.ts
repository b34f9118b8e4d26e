/** images: galleries, and what was placed where. */
import { describe, expect, test } from 'vitest';

import { deleteMember } from '../members.ts';
import {
  addImageUses,
  documentsPlacing,
  forgetImage,
  gallerySize,
  imageByHash,
  imagesById,
  imagesDeletedBefore,
  listImages,
  lockImages,
  placeableImages,
  placedIn,
  removeFromGallery,
  type StoredImage,
  usesOf,
} from '../images.ts';
import type { ContractDatabase } from './contract-database.ts';

export function imagesContract(ground: ContractDatabase): void {
  const insert = (ownerId: string, more: Partial<StoredImage> = {}) => ground.newImage(ownerId, more);

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
}
