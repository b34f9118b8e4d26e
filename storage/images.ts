/** Uploaded images: their galleries, and the documents that they were placed in (SPEC.md). blobs/ stores the bytes. */
import { sql, type SqlBool } from 'kysely';

import type { ImageType } from '#schema/image.ts';

import { hasId } from './id-key.ts';
import { dialectOf, prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';
import { among, isAmong, type TextList, textList } from './text-list.ts';

export type StoredImage = {
  readonly id: string;
  readonly ownerId: string;
  /** Empty, or the id of the limited token that uploaded it. */
  readonly scope: string;
  /** SHA-256 of the bytes, lowercase hex. */
  readonly hash: string;
  readonly contentType: ImageType;
  readonly byteSize: number;
  readonly width: number;
  readonly height: number;
  readonly originalName: string | null;
  readonly createdAt: number;
  /** When the image was removed from its gallery. */
  readonly deletedAt: number | null;
};

const columns = [
  'id',
  'owner_id as ownerId',
  'scope',
  'hash',
  'content_type as contentType',
  'byte_size as byteSize',
  'width',
  'height',
  'original_name as originalName',
  'created_at as createdAt',
  'deleted_at as deletedAt',
] as const;

export async function insertImage(tx: Db, image: StoredImage): Promise<void> {
  await tx
    .insertInto('images')
    .values({
      id: image.id,
      owner_id: image.ownerId,
      scope: image.scope,
      hash: image.hash,
      content_type: image.contentType,
      byte_size: image.byteSize,
      width: image.width,
      height: image.height,
      original_name: image.originalName,
      created_at: image.createdAt,
      deleted_at: image.deletedAt,
    })
    .execute();
}

/** The images that exist, including those removed from a gallery. */
export async function imagesById(db: Db, ids: readonly string[]): Promise<StoredImage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('images')
    .select(columns)
    .where(among(db, 'id', ids))
    .execute();
  return rows.map(imageOf);
}

/** The image with these bytes in a gallery. */
export async function imageByHash(db: Db, ownerId: string, scope: string, hash: string): Promise<StoredImage | null> {
  const row = await db
    .selectFrom('images')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .where('scope', '=', scope)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : imageOf(row);
}

/** The images of all galleries of a person, newest first. */
export async function listImages(db: Db, ownerId: string): Promise<StoredImage[]> {
  const rows = await db
    .selectFrom('images')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(imageOf);
}

/**
 * What counts against a person's limits: the images in their galleries; and the bytes of these and of removed images that are
 * still kept, each hash once, without the hash `except`.
 */
export async function gallerySize(
  db: Db,
  ownerId: string,
  except: string,
): Promise<{ readonly images: number; readonly bytes: number }> {
  const imageCount = db
    .selectFrom('images')
    .select((is) => is.fn.countAll<number>().as('images'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null);
  const kept = db
    .selectFrom('images')
    .select(['hash', 'byte_size'])
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('hash', '!=', except)
    .as('kept');
  const byteSum = db.selectFrom(kept).select((is) => is.fn.sum<number | null>('byte_size').as('bytes'));
  const [images, bytes] = [await imageCount.executeTakeFirst(), await byteSum.executeTakeFirst()];
  return { images: Number(images?.images ?? 0), bytes: Number(bytes?.bytes ?? 0) };
}

/** False if the image is not in a gallery. */
export async function removeFromGallery(tx: Db, id: string, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('images')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const lockQueryFor = (purpose: 'placing' | 'removal') =>
  prepareQuery((db, slots: { ids: TextList }, dialect) => {
    const query = db
      .selectFrom('images')
      .select('id')
      .where(isAmong(dialect, 'id', slots.ids));
    // BEGIN IMMEDIATE has locked all of SQLite.
    if (dialect === 'sqlite') return query;
    return purpose === 'placing' ? query.forKeyShare() : query.forUpdate();
  });
const lockQueries = { placing: lockQueryFor('placing'), removal: lockQueryFor('removal') } as const;

/**
 * Locks the images that still exist until the transaction ends, and returns their ids. Placing waits for removal and removal for
 * placing; two transactions that place an image do not wait for each other.
 */
export async function lockImages(tx: Db, ids: readonly string[], purpose: keyof typeof lockQueries): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await lockQueries[purpose](tx, { ids: textList(tx, ids) });
  return new Set(rows.map(({ id }) => id));
}

/** Records that images were placed in a document. */
export async function addImageUses(tx: Db, documentId: string, imageIds: readonly string[], at: number): Promise<void> {
  if (imageIds.length === 0) return;
  await tx
    .insertInto('image_uses')
    .values(imageIds.map((image_id) => ({ image_id, document_id: documentId, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The ids among `imageIds` that were placed in the document. */
export async function placedIn(db: Db, documentId: string, imageIds: readonly string[]): Promise<Set<string>> {
  if (imageIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('image_uses')
    .select('image_id')
    .where('document_id', '=', documentId)
    .where(among(db, 'image_id', imageIds))
    .execute();
  return new Set(rows.map(({ image_id }) => image_id));
}

/** The person or token that places images. `bound`: a token that is limited to documents. */
export type Placer = {
  readonly userId: string;
  readonly bound: { readonly tokenId: string; readonly documents: readonly string[] } | null;
};

/** The ids of images that are in a gallery of the placer, or were placed in a document that they are a member of. */
export async function placeableImages(db: Db, { userId, bound }: Placer, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const images = await imagesById(db, ids);
  const own = images.filter((image) => isOwn(image, { userId, bound })).map(({ id }) => id);
  const others = images.filter(({ id }) => !own.includes(id)).map(({ id }) => id);
  const placed = await documentsPlacing(db, userId, others, bound?.documents ?? null);
  return [...new Set([...own, ...placed.map(({ imageId }) => imageId)])];
}

/** True if the image is in a gallery that the placer can see. */
export const isOwn = ({ ownerId, scope, deletedAt }: StoredImage, { userId, bound }: Placer): boolean =>
  deletedAt === null && ownerId === userId && (bound === null || scope === bound.tokenId);

export type DocumentPlacing = { readonly imageId: string; readonly id: string; readonly name: string; readonly seq: number };

/** A person's documents outside the trash that contain any of these images, the most recently changed first. */
export async function documentsPlacing(
  db: Db,
  userId: string,
  imageIds: readonly string[],
  only: readonly string[] | null = null,
): Promise<DocumentPlacing[]> {
  if (imageIds.length === 0) return [];
  const query = db
    .selectFrom('image_uses')
    .innerJoin('members', 'members.document_id', 'image_uses.document_id')
    .innerJoin('documents', 'documents.id', 'image_uses.document_id')
    .select(['image_uses.image_id as imageId', 'documents.id as id', 'documents.name as name', 'documents.seq as seq'])
    .where('members.user_id', '=', userId)
    .where('documents.deleted_at', 'is', null)
    .where(among(db, 'image_uses.image_id', imageIds))
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc');
  const rows = await (only === null ? query : query.where(among(db, 'documents.id', only))).execute();
  return rows.map((row) => ({ ...row }));
}

const lockQuery = prepareQuery((db, slots: { userId: string }, dialect) => {
  const query = db.selectFrom('users').select('id').where('id', '=', slots.userId);
  // BEGIN IMMEDIATE has locked all of SQLite.
  return dialect === 'sqlite' ? query : query.forNoKeyUpdate();
});

/** Serializes changes to a person's galleries until the transaction ends, so that their limits are exact. */
export async function lockGalleries(tx: Db, userId: string): Promise<void> {
  await lockQuery(tx, { userId });
}

/** Images that were removed from their gallery before `before`, by id, after the id `after`, at most `limit`. */
export async function imagesDeletedBefore(db: Db, before: number, after: string, limit: number): Promise<StoredImage[]> {
  const rows = await db
    .selectFrom('images')
    .select(columns)
    .where('deleted_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(imageOf);
}

/** All documents that the image was placed in, including those in the trash. */
export async function usesOf(db: Db, imageId: string): Promise<string[]> {
  const rows = await db.selectFrom('image_uses').select('document_id').where('image_id', '=', imageId).execute();
  return rows.map(({ document_id }) => document_id);
}

/** True if the document's history refers to the image: a revert would bring it back. */
export async function historyRefersTo(db: Db, documentId: string, imageId: string): Promise<boolean> {
  const pattern = `%"${imageId}"%`;
  const isDocument = {
    changesets: hasId(dialectOf(db), 'document_id', documentId),
    editor_edits: sql<SqlBool>`document_id = ${documentId}`,
  };
  for (const table of ['changesets', 'editor_edits'] as const) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${isDocument[table]} and edits like ${pattern} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Deletes an image that was removed from its gallery. False if it is in a gallery. */
export async function deleteImage(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('images')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) await tx.deleteFrom('image_uses').where('image_id', '=', id).execute();
  return row !== undefined;
}

const imageOf = (row: Omit<StoredImage, 'contentType'> & { readonly contentType: string }): StoredImage => ({
  ...row,
  contentType: row.contentType as ImageType,
});
