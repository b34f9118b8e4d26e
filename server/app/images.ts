/**
 * images: uploading images, a person's gallery, and reading one's bytes.
 *
 * G1  What an image is is read from its bytes before anything else is done with them; headers may say it too, nothing else.
 * G2  The same bytes are one image of a gallery; nobody learns what is in another's.
 * G3  A gallery's limits are exact, however many uploads come at once.
 * G4  What is taken from the gallery stays in the documents that use it, and its bytes count until it is gone for good. What was
 *     never placed is gone at once, bytes and all.
 * G5  A token that is bound to documents brings images to place them, and sees no gallery.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { probe, type Probed } from '#core/images/probe.ts';
import { newId } from '#schema/ids.ts';
import type { ImageInfo, ImageUsage } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { claimBlob, removeStray, renewClaim } from '#storage/blobs/blobs.ts';
import {
  deleteImage,
  gallerySize,
  imageByHash,
  imagesById,
  insertImage,
  listImages,
  lockGalleries,
  lockImages,
  removeFromGallery,
  type StoredImage,
  usesOf,
} from '#storage/images.ts';
import type { Db } from '#storage/storage.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';

/** What the headers of an upload say; null: nothing. */
export type UploadClaims = {
  readonly contentType: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly originalName: string | null;
};
export type UploadedImage = { readonly image: ImageInfo; readonly deduped: boolean };
export type ImageFile = { readonly image: ImageInfo; readonly hash: string; readonly bytes: Uint8Array };

export type Images = {
  /** Errors: unsupported_type, image_mismatch, image_too_many_pixels, gallery_full, token_read_only. */
  upload(call: Call<PersonActor | AgentActor>, bytes: Uint8Array, claims: UploadClaims): Promise<UploadedImage | Problem>;
  list(call: Call<PersonActor | AgentActor>): Promise<{ readonly images: readonly ImageInfo[] }>;
  usage(call: Call<PersonActor | AgentActor>): Promise<{ readonly usage: ImageUsage }>;
  /** `document`: the one in which it is seen. Errors: image_not_found, unauthenticated. */
  read(call: Call<Actor | null>, imageId: string, document?: string): Promise<ImageFile | Problem>;
  /** Errors: image_not_found, token_read_only. */
  remove(call: Call<PersonActor | AgentActor>, imageId: string): Promise<null | Problem>;
};

export function createImages({ storage, blobs, imageAccess, gallery, now }: AppContext): Images {
  return {
    async upload(call, bytes, claims) {
      const { actor } = call;
      if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
      const found = probe(bytes, crc32);
      if (found === null) return problem('unsupported_type');
      if (found.width * found.height > limits.imagePixels) return problem('image_too_many_pixels', { limit: limits.imagePixels });
      const lie = mismatchOf(claims, found);
      if (lie !== null) return lie;
      const hash = createHash('sha256').update(bytes).digest('hex');
      const image: StoredImage = {
        id: newId('img', now()),
        ownerId: actor.userId,
        scope: scopeOf(actor),
        hash,
        contentType: found.contentType,
        byteSize: bytes.length,
        width: found.width,
        height: found.height,
        originalName: claims.originalName,
        createdAt: now(),
        deletedAt: null,
      };
      // Looked at before anything is written; judged again under the lock.
      const early = await checkUpload(storage.db, image);
      if (isProblem(early)) return early;
      const claimedAt = early === null ? now() : -1;
      if (early === null) {
        await storage.transact((tx) => claimBlob(tx, hash, claimedAt));
        await blobs.put(hash, bytes);
      }
      const written = {
        action: 'image.upload',
        about: (answer: UploadedImage) => ({ subject: answer.image.id }),
        applied: (answer: UploadedImage) => !answer.deduped,
      };
      return commit<UploadedImage>({ storage, now }, call, written, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const known = await checkUpload(tx, image);
        if (isProblem(known)) return known;
        if (known !== null) return { image: infoOf(known), deduped: true };
        // The store may be far away, and others wait for this transaction: it is asked only when somebody came between.
        if (!(await renewClaim(tx, hash, claimedAt, now()))) await blobs.put(hash, bytes);
        await insertImage(tx, image);
        return { image: infoOf(image), deduped: false };
      });
    },

    async list({ actor }) {
      return { images: (await galleryOf(actor)).map(infoOf) };
    },

    async usage({ actor }) {
      const ids = (await galleryOf(actor)).map(({ id }) => id);
      const used = await imageAccess.usage(actor.userId, ids);
      return {
        usage: Object.fromEntries(ids.map((id) => [id, (used.get(id) ?? []).map(({ id: doc, name }) => ({ id: doc, name }))])),
      };
    },

    async read({ actor }, imageId, document) {
      if (actor === null) return problem('unauthenticated');
      const [image] = await imageAccess.readable(actor, [imageId], document ?? null);
      if (image === undefined) return problem('image_not_found');
      const bytes = await blobs.get(image.hash);
      if (bytes === null) throw new Error(`the bytes of ${imageId} are not there`);
      return { image: infoOf(image), hash: image.hash, bytes };
    },

    async remove(call, imageId) {
      const { actor } = call;
      const written = { action: 'image.remove', about: () => ({ subject: imageId }) };
      let unused: string | null = null;
      const removed = await commit<null>({ storage, now }, call, written, async (tx) => {
        await lockImages(tx, [imageId], 'removal');
        const [image] = await imagesById(tx, [imageId]);
        const isTheirs =
          image !== undefined && image.ownerId === actor.userId && (!isBound(actor) || image.scope === scopeOf(actor));
        if (!isTheirs) return problem('image_not_found');
        if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
        if (!(await removeFromGallery(tx, imageId, now()))) return problem('image_not_found');
        const isPlaced = (await usesOf(tx, imageId)).length > 0;
        unused = isPlaced || !(await deleteImage(tx, imageId)) ? null : image.hash;
        return null;
      });
      // Should it fail, the sweep comes by.
      if (removed === null && unused !== null) await removeStray(storage, blobs, unused, now() + 1).catch(() => false);
      return removed;
    },
  };

  /** [G5] */
  async function galleryOf(actor: PersonActor | AgentActor): Promise<readonly StoredImage[]> {
    return isBound(actor) ? [] : listImages(storage.db, actor.userId);
  }

  /** [G2] [G3] The image of these bytes that the gallery has, null where there is room for it. */
  async function checkUpload(db: Db, { ownerId, scope, hash, byteSize }: StoredImage): Promise<StoredImage | null | Problem> {
    const known = await imageByHash(db, ownerId, scope, hash);
    if (known !== null) return known;
    const { images, bytes } = await gallerySize(db, ownerId, hash);
    return images < gallery.images && bytes + byteSize <= gallery.bytes ? null : problem('gallery_full');
  }
}

const isBound = (actor: PersonActor | AgentActor): boolean => actor.kind === 'agent' && actor.documents !== null;
const scopeOf = (actor: PersonActor | AgentActor): string =>
  actor.kind === 'agent' && actor.documents !== null ? actor.tokenId : '';

/** [G1] Of a turned picture the sides as they are stored are no lie. */
function mismatchOf({ contentType, width, height }: UploadClaims, found: Probed): Problem | null {
  const told = (says: string, is: string): Problem =>
    problem('image_mismatch', { detail: `The headers say ${says}; the bytes are ${is}.` });
  if (contentType !== null && contentType !== found.contentType) return told(contentType, found.contentType);
  const agree = (w: number, h: number): boolean => (width ?? w) === w && (height ?? h) === h;
  if (agree(found.width, found.height) || (found.isTurned && agree(found.height, found.width))) return null;
  return told(`${width ?? 'any'} by ${height ?? 'any'} pixels`, `${found.width} by ${found.height}`);
}

const infoOf = ({ id, contentType, byteSize, width, height, originalName, createdAt }: StoredImage): ImageInfo => ({
  id,
  contentType,
  byteSize,
  width,
  height,
  originalName,
  createdAt,
});
