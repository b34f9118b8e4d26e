/** Uploaded images: a person's gallery, and the bytes of an image (SPEC.md). */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { probe, type Probed } from '#core/images/probe.ts';
import { newId } from '#schema/ids.ts';
import type { ImageInfo, ImageUsage } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import { refuseFencedImage } from '#server/access/fence.ts';
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

/** What the headers of an upload declare; null if they do not. */
export type UploadClaims = {
  readonly contentType: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly originalName: string | null;
};
export type UploadedImage = { readonly image: ImageInfo; readonly deduped: boolean };
export type ImageFile = { readonly image: ImageInfo; readonly hash: string; readonly bytes: Uint8Array };

export type Images = {
  /** Only the image itself is kept of the file. Errors: unsupported_type, image_mismatch, image_too_many_pixels, gallery_full, token_read_only. */
  upload(call: Call<PersonActor | AgentActor>, file: Uint8Array, claims: UploadClaims): Promise<UploadedImage | Problem>;
  list(call: Call<PersonActor | AgentActor>): Promise<{ readonly images: readonly ImageInfo[] }>;
  usage(call: Call<PersonActor | AgentActor>): Promise<{ readonly usage: ImageUsage }>;
  /** `document`: the one that shows it. Errors: image_not_found, unauthenticated. */
  read(call: Call<Actor | null>, imageId: string, document?: string): Promise<ImageFile | Problem>;
  /** Errors: image_not_found, token_read_only. */
  remove(call: Call<PersonActor | AgentActor>, imageId: string): Promise<null | Problem>;
};

export function createImages({ storage, blobs, imageAccess, gallery, now }: AppContext): Images {
  return {
    async upload(call, file, claims) {
      const { actor } = call;
      if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
      const fenced = refuseFencedImage(actor);
      if (fenced !== null) return fenced;
      const probed = probe(file, crc32);
      if (probed === null) return problem('unsupported_type');
      const bytes = file.subarray(0, probed.byteSize);
      if (probed.width * probed.height > limits.imagePixels)
        return problem('image_too_many_pixels', { limit: limits.imagePixels });
      const refusal = mismatchOf(claims, probed);
      if (refusal !== null) return refusal;
      const hash = createHash('sha256').update(bytes).digest('hex');
      const image: StoredImage = {
        id: newId('img', now()),
        ownerId: actor.userId,
        scope: scopeOf(actor),
        hash,
        contentType: probed.contentType,
        byteSize: bytes.length,
        width: probed.width,
        height: probed.height,
        originalName: claims.originalName,
        createdAt: now(),
        deletedAt: null,
      };
      // Checked before anything is auditSpec, and again under the lock.
      const existing = await checkUpload(storage.db, image);
      if (isProblem(existing)) return existing;
      const claimedAt = existing === null ? now() : -1;
      if (existing === null) {
        await storage.transact((tx) => claimBlob(tx, hash, claimedAt));
        await blobs.put(hash, bytes);
      }
      const auditSpec = {
        action: 'image.upload',
        about: (answer: UploadedImage) => ({ subject: answer.image.id }),
        applied: (answer: UploadedImage) => !answer.deduped,
      };
      return commit<UploadedImage>({ storage, now }, call, auditSpec, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const duplicate = await checkUpload(tx, image);
        if (isProblem(duplicate)) return duplicate;
        if (duplicate !== null) return { image: infoOf(duplicate), deduped: true };
        // The store may be slow while this transaction holds a lock, so it is only auditSpec if the claim was lost meanwhile.
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
      if (bytes === null) throw new Error(`the bytes of ${imageId} are missing`);
      return { image: infoOf(image), hash: image.hash, bytes };
    },

    async remove(call, imageId) {
      const { actor } = call;
      const auditSpec = { action: 'image.remove', about: () => ({ subject: imageId }) };
      let unused: string | null = null;
      const result = await commit<null>({ storage, now }, call, auditSpec, async (tx) => {
        await lockImages(tx, [imageId], 'removal');
        const [image] = await imagesById(tx, [imageId]);
        const isOwn =
          image !== undefined && image.ownerId === actor.userId && (!isBound(actor) || image.scope === scopeOf(actor));
        if (!isOwn) return problem('image_not_found');
        if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
        const fenced = refuseFencedImage(actor);
        if (fenced !== null) return fenced;
        if (!(await removeFromGallery(tx, imageId, now()))) return problem('image_not_found');
        const isPlaced = (await usesOf(tx, imageId)).length > 0;
        unused = isPlaced || !(await deleteImage(tx, imageId)) ? null : image.hash;
        return null;
      });
      // If it fails, the nightly sweep deletes them.
      if (result === null && unused !== null) await removeStray(storage, blobs, unused, now() + 1).catch(() => false);
      return result;
    },
  };

  async function galleryOf(actor: PersonActor | AgentActor): Promise<readonly StoredImage[]> {
    return isBound(actor) ? [] : listImages(storage.db, actor.userId);
  }

  /** The image of these bytes if the gallery has it, or null if there is room for it. */
  async function checkUpload(db: Db, { ownerId, scope, hash, byteSize }: StoredImage): Promise<StoredImage | null | Problem> {
    const existing = await imageByHash(db, ownerId, scope, hash);
    if (existing !== null) return existing;
    const { images, bytes } = await gallerySize(db, ownerId, hash);
    return images < gallery.images && bytes + byteSize <= gallery.bytes ? null : problem('gallery_full');
  }
}

const isBound = (actor: PersonActor | AgentActor): boolean => actor.kind === 'agent' && actor.documents !== null;
const scopeOf = (actor: PersonActor | AgentActor): string =>
  actor.kind === 'agent' && actor.documents !== null ? actor.tokenId : '';

/** A rotated picture may be declared with its sides as they are stored. */
function mismatchOf({ contentType, width, height }: UploadClaims, actual: Probed): Problem | null {
  const mismatch = (declared: string, real: string): Problem =>
    problem('image_mismatch', { detail: `The headers say ${declared}; the bytes are ${real}.` });
  if (contentType !== null && contentType !== actual.contentType) return mismatch(contentType, actual.contentType);
  const agree = (w: number, h: number): boolean => (width ?? w) === w && (height ?? h) === h;
  if (agree(actual.width, actual.height) || (actual.isTurned && agree(actual.height, actual.width))) return null;
  return mismatch(`${width ?? 'any'} by ${height ?? 'any'} pixels`, `${actual.width} by ${actual.height}`);
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
