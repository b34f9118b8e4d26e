/**
 * A document's stored history as it is: snapshots and journal rows with the damage that checksums find. For the verification of stored data
 * and for salvage; everything else reads through journal.ts and snapshots.ts, which refuse damaged rows (SPEC.md).
 */
import { checksum } from './checksum.ts';
import { appendJournal } from './journal.ts';
import type { Db } from './tables.ts';

export type HistoryRow = {
  readonly seq: number;
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly isIntact: boolean;
};

/** In the order of their positions. */
export type DocumentHistory = { readonly snapshots: readonly HistoryRow[]; readonly rows: readonly HistoryRow[] };

export async function readHistory(db: Db, documentId: string): Promise<DocumentHistory> {
  const read = async (table: 'journal' | 'snapshots'): Promise<HistoryRow[]> => {
    const stored = await db
      .selectFrom(table)
      .select(['seq', 'at', 'checksum', 'bytes'])
      .where('document_id', '=', documentId)
      .orderBy('seq')
      .execute();
    return stored.map((row) => ({ seq: row.seq, at: row.at, bytes: row.bytes, isIntact: isIntact(documentId, row) }));
  };
  return { snapshots: await read('snapshots'), rows: await read('journal') };
}

/**
 * Replaces the history by a state, which becomes the next journal row and its snapshot. The caller has locked the document, which is at
 * position `seq - 1`.
 */
export async function replaceHistory(
  tx: Db,
  documentId: string,
  {
    seq,
    writeId,
    bytes,
    at,
  }: { readonly seq: number; readonly writeId: string; readonly bytes: Uint8Array; readonly at: number },
): Promise<void> {
  await appendJournal(tx, { documentId, seq, writeId, kind: 'server', actor: null, bytes, at });
  await tx.deleteFrom('journal').where('document_id', '=', documentId).where('seq', '<', seq).execute();
  await tx.deleteFrom('snapshots').where('document_id', '=', documentId).execute();
  const row = { document_id: documentId, seq, at, checksum: checksum(documentId, seq, bytes), bytes };
  await tx.insertInto('snapshots').values(row).execute();
}

export type HistoryTable = 'journal' | 'snapshots' | 'journal_packs' | 'past_snapshots';
/** A row by its key, which orders the rows of a table. */
export type RowKey = { readonly documentId: string; readonly seq: number };

/** The keys and sizes of the next rows of a table. */
export async function historyKeys(
  db: Db,
  table: HistoryTable,
  after: RowKey,
  limit: number,
): Promise<(RowKey & { readonly size: number })[]> {
  return db
    .selectFrom(table)
    .select((row) => ['document_id as documentId', 'seq', row.fn<number>('length', ['bytes']).as('size')])
    .where((row) =>
      row.or([
        row('document_id', '>', after.documentId),
        row.and([row('document_id', '=', after.documentId), row('seq', '>', after.seq)]),
      ]),
    )
    .orderBy('document_id')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** False if the row is damaged. True if it was deleted meanwhile, as compaction does. */
export async function isRowIntact(db: Db, table: HistoryTable, { documentId, seq }: RowKey): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select(['seq', 'checksum', 'bytes'])
    .where('document_id', '=', documentId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row === undefined || isIntact(documentId, row);
}

const isIntact = (documentId: string, row: { seq: number; checksum: number; bytes: Uint8Array }): boolean =>
  row.bytes instanceof Uint8Array && checksum(documentId, row.seq, row.bytes) === row.checksum;
