/** How much an installation stores. */
import { sql } from 'kysely';

import { dialectOf } from './prepared.ts';
import type { Db } from './tables.ts';

export type StoredUsage = {
  readonly people: number;
  readonly documents: number;
  readonly trashedDocuments: number;
  readonly images: number;
  readonly imageBytes: number;
  /** Of all tables and indices. */
  readonly databaseBytes: number;
};

export async function storageUsage(db: Db): Promise<StoredUsage> {
  const count = async (
    table: 'users' | 'documents' | 'images',
    column: 'deleted_at' | null,
    isDeleted = false,
  ): Promise<number> => {
    let select = db.selectFrom(table).select((is) => is.fn.countAll().as('count'));
    if (column !== null) select = select.where(sql.ref(column), isDeleted ? 'is not' : 'is', null);
    return Number((await select.executeTakeFirst())?.count ?? 0);
  };
  const images = await db
    .selectFrom('images')
    .select((is) => is.fn.sum<number | null>('byte_size').as('bytes'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const size = await (
    dialectOf(db) === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  ).execute(db);
  return {
    people: await count('users', null),
    documents: await count('documents', 'deleted_at'),
    trashedDocuments: await count('documents', 'deleted_at', true),
    images: await count('images', 'deleted_at'),
    imageBytes: Number(images?.bytes ?? 0),
    databaseBytes: Number(size.rows[0]?.bytes ?? 0),
  };
}
