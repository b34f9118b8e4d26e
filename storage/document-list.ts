/**
 * Lists the documents that a person or token may read, or may restore from the trash, page by page, the latest first.
 *
 * A page starts after a position (time of the last change, or of the move to the trash, and id). A document that changes in the meantime moves to the front, so no
 * document is listed twice.
 */
import { sql, type SqlBool } from 'kysely';

import type { Level } from '#schema/access.ts';

import { among } from './text-list.ts';
import { documentColumns, documentOf, foldName, type StoredDocument } from './documents.ts';
import type { Db } from './tables.ts';

export type DocumentPosition = { readonly at: number; readonly id: string };
export type ListedDocument = StoredDocument & { readonly level: Level };

export type DocumentSelection = {
  readonly userId: string;
  /** Only these ids (for a token that is limited to documents); null: all. */
  readonly only: readonly string[] | null;
  /** Part of the name, ignoring case; empty: all. */
  readonly q: string;
  readonly limit: number;
  readonly after: DocumentPosition | null;
  /** Own documents that were moved to the trash after this time; absent: own and shared ones outside it. */
  readonly trashedAfter?: number;
};

/** `next` is null on the last page. */
export async function listDocuments(
  db: Db,
  query: DocumentSelection,
): Promise<{ documents: ListedDocument[]; next: DocumentPosition | null }> {
  const { userId, only, q, limit, after, trashedAfter } = query;
  const time = trashedAfter === undefined ? 'documents.updated_at' : 'documents.deleted_at';
  let select = db
    .selectFrom('members')
    .innerJoin('documents', 'documents.id', 'members.document_id')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(documentColumns)
    .select('members.level as level')
    .where('members.user_id', '=', userId);
  select =
    trashedAfter === undefined
      ? select.where('documents.deleted_at', 'is', null)
      : select.where('documents.deleted_at', '>', trashedAfter).where('members.level', '=', 'owner');
  if (only !== null) select = select.where(among(db, 'documents.id', only));
  if (q !== '') {
    const pattern = `%${foldName(q).replaceAll(/[\\%_]/g, '\\$&')}%`;
    select = select.where(sql<SqlBool>`documents.name_folded like ${pattern} escape '\\'`);
  }
  if (after !== null) {
    select = select.where((is) =>
      is.or([is(time, '<', after.at), is.and([is(time, '=', after.at), is('documents.id', '<', after.id)])]),
    );
  }
  const rows = await select
    .orderBy(time, 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit + 1)
    .execute();
  const documents = rows.slice(0, limit).map(({ level, ...row }) => ({ ...documentOf(row), level: level as Level }));
  const last = documents.at(-1);
  if (rows.length <= limit || last === undefined) return { documents, next: null };
  return { documents, next: { at: last.deletedAt ?? last.updatedAt, id: last.id } };
}

/** A position as the opaque text of `cursor` and `next`. */
export const encodeCursor = (position: DocumentPosition): string =>
  Buffer.from(`${position.at}.${position.id}`).toString('base64url');

/** Null if the text is not a cursor. */
export function decodeCursor(cursor: string): DocumentPosition | null {
  if (cursor.length > 200) return null;
  const [, at, id] = /^(\d{1,15})\.([a-z0-9_]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}
