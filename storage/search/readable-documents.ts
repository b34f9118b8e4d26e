/** The documents that a search may look into, those that were changed last first (../SPEC.md, SX5). */
import { sql } from 'kysely';

import type { Db } from '../tables.ts';
import { among } from '../text-list.ts';

export type ReadableDocument = { readonly id: string; readonly name: string; readonly at: number };

export type Readers = {
  readonly userId: string;
  /** Only these (for a token that is limited to documents, and a search in one document); null: all. */
  readonly only: readonly string[] | null;
};

/** Those of which the person is a member, without those in the trash. `after`: only those that follow this one. */
export function readableDocuments(
  db: Db,
  { userId, only }: Readers,
  after: { readonly at: number; readonly id: string } | null,
): Promise<ReadableDocument[]> {
  let query = db
    .selectFrom('members')
    .innerJoin('documents', 'documents.id', 'members.document_id')
    .select(['documents.id as id', 'documents.name as name', 'documents.updated_at as at'])
    .where('members.user_id', '=', userId)
    .where('documents.deleted_at', 'is', null);
  if (only !== null) query = query.where(among(db, 'documents.id', only));
  if (after !== null) query = query.where(sql<boolean>`(documents.updated_at, documents.id) < (${after.at}, ${after.id})`);
  return query.orderBy('documents.updated_at', 'desc').orderBy('documents.id', 'desc').execute();
}

/** Revisions that results name: of tabs by id, and of the cards of documents by id. */
export async function revsOf(
  db: Db,
  tabIds: readonly string[],
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const [tabs, documents] = await Promise.all([
    db
      .selectFrom('tabs')
      .select(['tab_id as id', 'rev'])
      .where(among(db, 'document_id', documentIds))
      .where(among(db, 'tab_id', tabIds))
      .execute(),
    db
      .selectFrom('documents')
      .select(['id', 'items_rev as rev'])
      .where(among(db, 'id', documentIds))
      .execute(),
  ]);
  return new Map([...tabs, ...documents].map(({ id, rev }) => [id, rev]));
}
