/** The journal positions of all documents, which the search index follows. */
import type { Db } from '../tables.ts';

export type IndexPosition = { readonly id: string; readonly seq: number; readonly at: number };

/** Those after an id, in the order of their ids. Documents in the trash are among them. */
export function positionsAfter(db: Db, after: string, limit: number): Promise<IndexPosition[]> {
  return db
    .selectFrom('documents')
    .select(['id', 'seq', 'updated_at as at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Null if there is no such document. */
export async function indexPositionOf(db: Db, documentId: string): Promise<IndexPosition | null> {
  const row = await db
    .selectFrom('documents')
    .select(['id', 'seq', 'updated_at as at'])
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}
