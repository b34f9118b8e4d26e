/**
 * position: where a document's journal stands, with the revisions of its tabs, in one statement and so in one moment.
 */
import type { Db } from './storage.ts';

export type Position = { readonly seq: number; readonly deletedAt: number | null; readonly revs: ReadonlyMap<string, number> };

/** Null when there is no such document. */
export async function positionOf(db: Db, documentId: string): Promise<Position | null> {
  const rows = await db
    .selectFrom('documents')
    .leftJoin('tabs', 'tabs.document_id', 'documents.id')
    .select(['documents.seq', 'documents.deleted_at', 'tabs.tab_id', 'tabs.rev'])
    .where('documents.id', '=', documentId)
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const revs = new Map<string, number>();
  for (const { tab_id, rev } of rows) if (tab_id !== null && rev !== null) revs.set(tab_id, rev);
  return { seq: first.seq, deletedAt: first.deleted_at, revs };
}
