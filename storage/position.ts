/** A document's journal position and revisions, read in one statement and therefore consistent. */
import { prepareQuery } from './prepared.ts';
import type { Db } from './storage.ts';

export type Position = {
  readonly seq: number;
  readonly deletedAt: number | null;
  readonly revs: ReadonlyMap<string, number>;
  /** Revisions of the cards and of the card types. */
  readonly itemsRev: number;
  readonly itemTypesRev: number;
};

const positionQuery = prepareQuery((db, slots: { documentId: string }) =>
  db
    .selectFrom('documents')
    .leftJoin('tabs', 'tabs.document_id', 'documents.id')
    .select([
      'documents.seq',
      'documents.deleted_at',
      'documents.items_rev',
      'documents.item_types_rev',
      'tabs.tab_id',
      'tabs.rev',
    ])
    .where('documents.id', '=', slots.documentId),
);

/** Null if there is no such document. */
export async function positionOf(db: Db, documentId: string): Promise<Position | null> {
  const rows = await positionQuery(db, { documentId });
  const [first] = rows;
  if (first === undefined) return null;
  const revs = new Map<string, number>();
  for (const { tab_id, rev } of rows) if (tab_id !== null && rev !== null) revs.set(tab_id, rev);
  return { seq: first.seq, deletedAt: first.deleted_at, revs, itemsRev: first.items_rev, itemTypesRev: first.item_types_rev };
}
