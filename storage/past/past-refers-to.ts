/** Whether the past of a document refers to an image: so its bytes are kept as long as moments that show it. */
import { sql } from 'kysely';

import { checksum } from '../checksum.ts';
import { CorruptJournal } from '../failures.ts';
import type { HistoryTable } from '../history.ts';
import type { Db } from '../tables.ts';
import { decompress } from './row-pack.ts';

/**
 * True if a moment that was the present at `since` (ms) or later, or a named version, may contain the id: an update stores it as it is.
 * What was swept (sweep-past.ts) no longer counts. Throws CorruptJournal.
 */
export async function pastRefersTo(db: Db, documentId: string, id: string, since: number): Promise<boolean> {
  for (const table of ['past_snapshots', 'journal_packs'] as const) if (await refersIn(db, table, documentId, id)) return true;
  // Of a document that did not change since then, no moment but the present is kept.
  const { rows } = await sql`select 1 from journal where document_id = ${documentId} and at >= ${since} limit 1`.execute(db);
  if (rows.length === 0) return false;
  return (await refersIn(db, 'snapshots', documentId, id)) || refersIn(db, 'journal', documentId, id);
}

/** Reads one row at a time. */
async function refersIn(db: Db, table: HistoryTable, documentId: string, id: string): Promise<boolean> {
  for (let after = 0; ;) {
    const row = await db
      .selectFrom(table)
      .select(['seq', 'checksum', 'bytes'])
      .where('document_id', '=', documentId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return false;
    after = row.seq;
    if (checksum(documentId, row.seq, row.bytes) !== row.checksum)
      throw new CorruptJournal(documentId, `${table} at ${row.seq} has a wrong checksum`);
    const isCompressed = table === 'past_snapshots' || table === 'journal_packs';
    if (Buffer.from(isCompressed ? await decompress(row.bytes) : row.bytes).includes(id)) return true;
  }
}
