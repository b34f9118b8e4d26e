/**
 * The revisions of sheets. Everything else about a sheet is in the document.
 *
 * A revision rises in the transaction that writes the journal row, under the document's lock, so no two writes get the same one. A
 * sheet that no call has written has no row and is at 0.
 */
import { sql } from 'kysely';

import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

const revsQuery = prepareQuery((db, slots: { documentId: string }) =>
  db.selectFrom('sheets').select(['sheet_id as sheetId', 'rev']).where('document_id', '=', slots.documentId),
);

/** Revisions by sheet id. */
export async function sheetRevs(db: Db, documentId: string): Promise<Map<string, number>> {
  const rows = await revsQuery(db, { documentId });
  return new Map(rows.map(({ sheetId, rev }) => [sheetId, rev]));
}

/** Raises a sheet's revision by one and returns the new one. */
export async function raiseSheetRev(tx: Db, documentId: string, sheetId: string): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    insert into sheets (document_id, sheet_id, rev) values (${documentId}, ${sheetId}, 1)
    on conflict (document_id, sheet_id) do update set rev = sheets.rev + 1 returning rev`.execute(tx);
  const rev = rows[0]?.rev;
  if (rev === undefined) throw new Error('raising a revision returned no row');
  return rev;
}
