/**
 * Share links, found by the SHA-256 of their secrets. Owners can list the addresses, so the secrets are stored, too: sealed, or readable
 * where nodes of the previous release may still look them up (server/access/link-seals.ts).
 */
import type { Selectable } from 'kysely';

import type { LinkLevel } from '#schema/access.ts';

import { recordAccessChange } from './access-changes.ts';
import { prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

export type StoredShareLink = {
  readonly id: string;
  readonly documentId: string;
  /** Sealed if there is a hash. */
  readonly secret: string;
  /** Null: the secret is readable. */
  readonly secretHash: string | null;
  readonly level: LinkLevel;
  /** The link shows the board to readers; its secret is stored under a hash that opens nothing else. */
  readonly publish: boolean;
  /** Guests of the link, whose level is editor, edit. */
  readonly guests?: boolean;
  readonly tabs: readonly string[] | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
};

export async function insertShareLink(tx: Db, link: StoredShareLink): Promise<void> {
  await tx
    .insertInto('share_links')
    .values({
      id: link.id,
      document_id: link.documentId,
      secret: link.secret,
      secret_hash: link.secretHash,
      level: link.level,
      publish: link.publish ? 1 : 0,
      guests: link.guests === true ? 1 : 0,
      tabs: link.tabs === null ? null : JSON.stringify(link.tabs),
      created_by: link.createdBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      revoked_at: link.revokedAt,
    })
    .execute();
}

const columns = [
  'id',
  'document_id',
  'secret',
  'secret_hash',
  'level',
  'publish',
  'guests',
  'tabs',
  'created_by',
  'created_at',
  'expires_at',
  'revoked_at',
] as const;

const byHash = prepareQuery((db, slots: { hash: string }) =>
  db.selectFrom('share_links').select(columns).where('secret_hash', '=', slots.hash),
);
// With a hash, the stored text is sealed: it opens nothing.
const byReadableSecret = prepareQuery((db, slots: { secret: string }) =>
  db.selectFrom('share_links').select(columns).where('secret', '=', slots.secret).where('secret_hash', 'is', null),
);
const byId = prepareQuery((db, slots: { documentId: string; id: string }) =>
  db.selectFrom('share_links').select(columns).where('document_id', '=', slots.documentId).where('id', '=', slots.id),
);

/** Returns revoked and expired links too: the caller checks `revokedAt` and `expiresAt`. */
export async function shareLinkBySecret(db: Db, secret: string, hash: string): Promise<StoredShareLink | null> {
  // Sealed after the first query, it would be missed by the second.
  for (const find of [() => byHash(db, { hash }), () => byReadableSecret(db, { secret }), () => byHash(db, { hash })]) {
    const [row] = await find();
    if (row !== undefined) return linkOf(row);
  }
  return null;
}

/** As `shareLinkBySecret`, for a secret that is surely stored under its hash. */
export async function shareLinkByHash(db: Db, hash: string): Promise<StoredShareLink | null> {
  const [row] = await byHash(db, { hash });
  return row === undefined ? null : linkOf(row);
}

/** Links with an id above `after` whose secrets are readable, or sealed without this prefix. */
export async function linksToSeal(db: Db, prefix: string, after: string, limit: number): Promise<StoredShareLink[]> {
  const rows = await db
    .selectFrom('share_links')
    .select(columns)
    .where('id', '>', after)
    .where((is) => is.or([is('secret_hash', 'is', null), is('secret', 'not like', `${prefix}%`)]))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(linkOf);
}

/** Replaces the stored secret of a link, unless another node has. */
export async function sealShareLink(tx: Db, { id, secret }: StoredShareLink, sealed: string, hash: string): Promise<void> {
  await tx
    .updateTable('share_links')
    .set({ secret: sealed, secret_hash: hash })
    .where('id', '=', id)
    .where('secret', '=', secret)
    .execute();
}

/** Returns revoked and expired links too. */
export async function shareLinkById(db: Db, documentId: string, id: string): Promise<StoredShareLink | null> {
  const [row] = await byId(db, { documentId, id });
  return row === undefined ? null : linkOf(row);
}

/** The links that are not revoked, oldest first, including expired ones. */
export async function listShareLinks(db: Db, documentId: string): Promise<StoredShareLink[]> {
  const rows = await db
    .selectFrom('share_links')
    .select(columns)
    .where('document_id', '=', documentId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(linkOf);
}

/** False if the document has no such link, or it is already revoked. */
export async function revokeShareLink(tx: Db, documentId: string, id: string, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('share_links')
    .set({ revoked_at: at })
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) await recordAccessChange(tx, 'document', documentId);
  return row !== undefined;
}

const linkOf = (row: Selectable<Tables['share_links']>): StoredShareLink => ({
  id: row.id,
  documentId: row.document_id,
  secret: row.secret,
  secretHash: row.secret_hash,
  level: row.level as LinkLevel,
  publish: row.publish === 1,
  ...(row.guests === 1 && { guests: true }),
  tabs: row.tabs === null ? null : (JSON.parse(row.tabs) as string[]),
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});
