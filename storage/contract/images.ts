/** The contract for galleries and for the documents that images were placed in. */
import { describe, expect, test } from 'vitest';

import { deleteMember } from '../members.ts';
import {
  addImageUses,
  documentsPlacing,
  deleteImage,
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

export function imagesContract(database: ContractDatabase): void {
  const insert = (ownerId: string, more: Partial<StoredImage> = {}) => database.newImage(ownerId, more);

  describe('images', () => {
    test('uploaded images are listed newest first', async () => {
      const { userId } = await database.newDocument();
      const [first, second] = [await insert(userId), await insert(userId)];
      const { db } = database.storage;
      expect(await listImages(db, userId)).toEqual([second, first]);
      expect(await imagesById(db, [first.id, 'img_none'])).toEqual([first]);
      expect(await gallerySize(db, userId, '')).toEqual({ images: 2, bytes: 20 });
    });

    test('IM1 a gallery has the same bytes once, and a removed image is in no gallery', async () => {
      const { userId } = await database.newDocument();
      const image = await insert(userId);
      const { db } = database.storage;
      await expect(insert(userId, { hash: image.hash })).rejects.toThrow();
      const scoped = await insert(userId, { hash: image.hash, scope: 'tok_1' });
      expect(await imageByHash(db, userId, 'tok_1', image.hash)).toEqual(scoped);
      expect(await database.storage.transact((tx) => removeFromGallery(tx, image.id, 7))).toBe(true);
      expect(await database.storage.transact((tx) => removeFromGallery(tx, image.id, 8))).toBe(false);
      expect(await imageByHash(db, userId, '', image.hash)).toBeNull();
      await insert(userId, { hash: image.hash });
      expect((await imagesDeletedBefore(db, 8, '', 100)).map(({ id }) => id)).toContain(image.id);
      expect((await imagesDeletedBefore(db, 7, '', 100)).map(({ id }) => id)).not.toContain(image.id);
    });

    test('IM4 bytes count once, including those of removed images, without the excepted hash', async () => {
      const { userId } = await database.newDocument();
      const [image] = [await insert(userId), await insert(userId, { byteSize: 7 })];
      const { db } = database.storage;
      await insert(userId, { hash: image.hash, scope: 'tok_1' });
      await database.storage.transact((tx) => removeFromGallery(tx, image.id, 7));
      expect(await gallerySize(db, userId, '')).toEqual({ images: 2, bytes: 17 });
      expect(await gallerySize(db, userId, image.hash)).toEqual({ images: 2, bytes: 7 });
    });

    test('IM3 removal of an image waits for transactions that place it, and later ones find it deleted', async () => {
      const { userId, documentId } = await database.newDocument();
      const [placed, removed] = [await insert(userId), await insert(userId)];
      let removal: Promise<readonly string[]> = Promise.resolve([]);
      await database.storage.transact(async (tx) => {
        expect(await lockImages(tx, [placed.id], 'placing')).toEqual(new Set([placed.id]));
        removal = database.storage.transact(async (other) => {
          await lockImages(other, [placed.id, removed.id], 'removal');
          await removeFromGallery(other, removed.id, 1);
          await deleteImage(other, removed.id);
          return usesOf(other, placed.id);
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
        await addImageUses(tx, documentId, [placed.id], 1);
      });
      expect(await removal).toEqual([documentId]);
      const remaining = await database.storage.transact((tx) => lockImages(tx, [placed.id, removed.id], 'placing'));
      expect(remaining).toEqual(new Set([placed.id]));
    });

    test('IM2 a use is recorded once, and gives access to members only', async () => {
      const { userId, documentId } = await database.newDocument();
      const other = await database.newDocument();
      const image = await insert(userId);
      const { db } = database.storage;
      for (const at of [1, 2]) await database.storage.transact((tx) => addImageUses(tx, documentId, [image.id], at));
      expect(await placedIn(db, documentId, [image.id, 'img_none'])).toEqual(new Set([image.id]));
      expect(await usesOf(db, image.id)).toEqual([documentId]);
      expect(await documentsPlacing(db, userId, [image.id])).toEqual([
        { imageId: image.id, id: documentId, name: 'Plan', seq: 0 },
      ]);
      expect(await documentsPlacing(db, userId, [image.id], [other.documentId])).toEqual([]);
      expect(await documentsPlacing(db, other.userId, [image.id])).toEqual([]);
      const bound = { tokenId: 'tok_1', documents: [other.documentId] };
      const placeable = (placer: Parameters<typeof placeableImages>[1]) => placeableImages(db, placer, [image.id]);
      expect(await placeable({ userId, bound: null })).toEqual([image.id]);
      expect(await placeable({ userId: other.userId, bound: null })).toEqual([]);
      expect(await placeable({ userId, bound })).toEqual([]);
      expect(await placeable({ userId, bound: { ...bound, documents: [documentId] } })).toEqual([image.id]);
      await database.storage.transact((tx) => removeFromGallery(tx, image.id, 1));
      expect(await placeable({ userId, bound: null })).toEqual([image.id]);
      await database.storage.transact((tx) => deleteMember(tx, documentId, userId));
      expect(await placeable({ userId, bound: null })).toEqual([]);
    });

    test('an image in a gallery is not deleted', async () => {
      const { userId, documentId } = await database.newDocument();
      const image = await insert(userId);
      const { db } = database.storage;
      await database.storage.transact((tx) => addImageUses(tx, documentId, [image.id], 1));
      expect(await database.storage.transact((tx) => deleteImage(tx, image.id))).toBe(false);
      await database.storage.transact((tx) => removeFromGallery(tx, image.id, 1));
      expect(await database.storage.transact((tx) => deleteImage(tx, image.id))).toBe(true);
      expect(await imagesById(db, [image.id])).toEqual([]);
      expect(await usesOf(db, image.id)).toEqual([]);
    });
  });
}
