/**
 * Lists the documents that a person or token may read, or may restore from the trash, page by page.
 *
 * A page starts after a position: what the list is sorted by, and an id. In the order of the last change, a document that changes in
 * the meantime moves to the front, so no document is listed twice.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Level } from '#schema/access.ts';
import type { DocumentSort } from '#schema/document-calls.ts';

import { among } from './text-list.ts';
import type { DocumentMarks } from './document-marks.ts';
import { documentColumns, documentOf, foldName, type StoredDocument } from './documents.ts';
import type { Db } from './tables.ts';

/** `at`: a time, or the beginning of a name. */
export type DocumentPosition = { readonly at: number | string; readonly id: string };
export type ListedDocument = StoredDocument & { readonly level: Level; readonly marks: DocumentMarks };

export type DocumentSelection = {
  readonly userId: string;
  /** Only these ids (for a token that is limited to documents); null: all. */
  readonly only: readonly string[] | null;
  /** Part of the name, ignoring case; empty: all. */
  readonly q: string;
  /** Default: changed. The trash has an order of its own. */
  readonly sort?: DocumentSort;
  /** Only those that the person has starred. */
  readonly isStarred?: boolean;
  /** Only those that the person owns, or only others. */
  readonly owner?: 'me' | 'others';
  /** Only those in this folder of the person; null: only those in none. */
  readonly folderId?: string | null;
  readonly limit: number;
  readonly after: DocumentPosition | null;
  /** Own documents that were moved to the trash after this time; absent: own and shared ones outside it. */
  readonly trashedAfter?: number;
};

/** Enough to tell names apart, and short enough for a cursor. Names that begin alike are in the order of their ids. */
const sortedCharacters = 60;

const keys: { readonly [S in DocumentSort | 'trashed']: RawBuilder<number | string> } = {
  changed: sql<number>`documents.updated_at`,
  opened: sql<number>`coalesce(document_marks.opened_at, 0)`,
  created: sql<number>`documents.created_at`,
  name: sql<string>`substr(documents.name_folded, 1, ${sql.lit(sortedCharacters)})`,
  trashed: sql<number>`documents.deleted_at`,
};

/** `next` is null on the last page. */
export async function listDocuments(
  db: Db,
  query: DocumentSelection,
): Promise<{ documents: ListedDocument[]; next: DocumentPosition | null }> {
  const { userId, only, q, limit, after, trashedAfter } = query;
  const sort = trashedAfter === undefined ? (query.sort ?? 'changed') : 'trashed';
  const key = keys[sort];
  const direction = sort === 'name' ? 'asc' : 'desc';
  let select = db
    .selectFrom('members')
    .innerJoin('documents', 'documents.id', 'members.document_id')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .leftJoin('document_marks', (join) =>
      join
        .onRef('document_marks.document_id', '=', 'members.document_id')
        .onRef('document_marks.user_id', '=', 'members.user_id'),
    )
    .select(documentColumns)
    .select([
      'members.level as level',
      'document_marks.starred_at as starredAt',
      'document_marks.opened_at as openedAt',
      'document_marks.folder_id as folderId',
      key.as('sortKey'),
    ])
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
  if (query.isStarred === true) select = select.where('document_marks.starred_at', 'is not', null);
  if (query.owner !== undefined) select = select.where('documents.owner_id', query.owner === 'me' ? '=' : '!=', userId);
  if (query.folderId === null) select = select.where('document_marks.folder_id', 'is', null);
  else if (query.folderId !== undefined) select = select.where('document_marks.folder_id', '=', query.folderId);
  if (after !== null) {
    const beyond = direction === 'asc' ? '>' : '<';
    select = select.where((is) =>
      is.or([is(key, beyond, after.at), is.and([is(key, '=', after.at), is('documents.id', beyond, after.id)])]),
    );
  }
  const rows = await select
    .orderBy(key, direction)
    .orderBy('documents.id', direction)
    .limit(limit + 1)
    .execute();
  const listed = rows.slice(0, limit).map(({ level, starredAt, openedAt, folderId, sortKey, ...row }) => ({
    at: sortKey,
    document: { ...documentOf(row), level: level as Level, marks: { starredAt, openedAt, folderId } },
  }));
  const last = listed.at(-1);
  const next = rows.length <= limit || last === undefined ? null : { at: last.at, id: last.document.id };
  return { documents: listed.map(({ document }) => document), next };
}

/** A position as the opaque text of `cursor` and `next`. A name follows the id, as it may have any characters. */
export const encodeCursor = ({ at, id }: DocumentPosition): string =>
  Buffer.from(typeof at === 'number' ? `${at}.${id}` : `${id}.${at}`).toString('base64url');

/** Null if the text is not a cursor of a list with this order. */
export function decodeCursor(cursor: string, sort: DocumentSort = 'changed'): DocumentPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (sort === 'name') {
    const [, id, at] = /^(doc_[a-z0-9]{1,60})\.([^\0]{1,120})$/su.exec(text) ?? [];
    return at === undefined || id === undefined ? null : { at, id };
  }
  const [, at, id] = /^(\d{1,15})\.([a-z0-9_]{1,64})$/.exec(text) ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}
