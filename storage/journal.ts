/**
 * The journal: all updates of all documents, in order (SPEC.md). What is acknowledged is a row here.
 *
 * A row is written under the lock of its document. snapshots.ts has snapshots, and deletes the rows that they cover.
 */
import { among } from './text-list.ts';
import { checksum } from './checksum.ts';
import { CorruptJournal, JournalGap } from './failures.ts';
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

/** `editors`: merged edits of people. `server`: one write of the server (a changeset, a tab, …). */
export type JournalKind = 'editors' | 'server';

export type JournalRow = {
  readonly seq: number;
  /** Chosen by the writer, which can then find out whether the row was committed. */
  readonly writeId: string;
  readonly kind: JournalKind;
  /** Of the server's rows the notices for editors, of editors' rows the revisions that they raise; or null. */
  readonly actor: unknown;
  /** A Yjs update. */
  readonly bytes: Uint8Array;
  readonly at: number;
};

export type LockedDocument = { readonly seq: number; readonly deletedAt: number | null; readonly name: string };

const lockQuery = prepareQuery((db, slots: { documentId: string }, dialect) => {
  const query = db.selectFrom('documents').select(['seq', 'deleted_at as deletedAt', 'name']).where('id', '=', slots.documentId);
  // BEGIN IMMEDIATE has locked all of SQLite. NO KEY: rows that merely refer to the document need not wait.
  return dialect === 'sqlite' ? query : query.forNoKeyUpdate();
});

/** Locks the document against all other writers until the transaction ends. Returns null if there is no such document. */
export async function lockDocument(tx: Db, documentId: string): Promise<LockedDocument | null> {
  const [row] = await lockQuery(tx, { documentId });
  return row === undefined ? null : { ...row };
}

const advance = prepareQuery((db, slots: { documentId: string; previous: number; seq: number; at: number }) =>
  db
    .updateTable('documents')
    .set({ seq: slots.seq, updated_at: slots.at })
    .where('id', '=', slots.documentId)
    .where('seq', '=', slots.previous)
    .returning('seq'),
);

const insertRow = prepareQuery(
  (
    db,
    slots: {
      document_id: string;
      seq: number;
      write_id: string;
      kind: string;
      actor: string | null;
      at: number;
      checksum: number;
      bytes: Uint8Array;
    },
  ) =>
    db.insertInto('journal').values({
      document_id: slots.document_id,
      seq: slots.seq,
      write_id: slots.write_id,
      kind: slots.kind,
      actor: slots.actor,
      at: slots.at,
      checksum: slots.checksum,
      bytes: slots.bytes,
    }),
);

/** Writes the next row, and updates the document's position and time of change. Throws JournalGap unless `seq` is the next one. */
export async function appendJournal(tx: Db, row: JournalRow & { readonly documentId: string }): Promise<void> {
  const { documentId, seq, writeId, kind, actor, bytes, at } = row;
  const [advanced] = await Promise.all([
    advance(tx, { documentId, previous: seq - 1, seq, at }),
    insertRow(tx, {
      document_id: documentId,
      seq,
      write_id: writeId,
      kind,
      actor: actor === null ? null : JSON.stringify(actor),
      at,
      checksum: checksum(documentId, seq, bytes),
      bytes,
    }),
  ]);
  if (advanced.length !== 1) throw new JournalGap(`Row ${seq} does not follow the last one of ${documentId}.`);
}

const afterQuery = prepareQuery((db, slots: { documentId: string; seq: number }) =>
  db
    .selectFrom('journal')
    .select(['seq', 'write_id', 'kind', 'actor', 'at', 'checksum', 'bytes'])
    .where('document_id', '=', slots.documentId)
    .where('seq', '>', slots.seq)
    .orderBy('seq'),
);

/** The rows after a position, in order; null if the first has been deleted (then load the state). Throws CorruptJournal. */
export async function journalAfter(db: Db, documentId: string, seq: number): Promise<JournalRow[] | null> {
  const stored = await afterQuery(db, { documentId, seq });
  const [first] = stored;
  if (first !== undefined && first.seq !== seq + 1) return null;
  const rows: JournalRow[] = [];
  for (const row of stored) {
    if (row.seq !== seq + 1 + rows.length) throw new CorruptJournal(documentId, `row ${seq + 1 + rows.length} is missing`);
    rows.push(journalRow(documentId, row));
  }
  return rows;
}

/** The journal positions of these documents. Documents that do not exist have no entry. */
export async function journalPositions(db: Db, documentIds: readonly string[]): Promise<Map<string, number>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'seq'])
    .where(among(db, 'id', documentIds))
    .execute();
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/**
 * True if a write is in the journal. To find out the outcome of an unknown COMMIT, call this in a transaction that has locked the
 * document: the lost transaction had that lock too, so it has ended and a "no" is final.
 */
export async function hasWrite(db: Db, documentId: string, writeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('journal')
    .select('seq')
    .where('document_id', '=', documentId)
    .where('write_id', '=', writeId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Checks a row from the database. Throws CorruptJournal. */
export function journalRow(
  documentId: string,
  row: { seq: number; write_id: string; kind: string; actor: string | null; at: number; checksum: number; bytes: Uint8Array },
): JournalRow {
  if (checksum(documentId, row.seq, row.bytes) !== row.checksum) {
    throw new CorruptJournal(documentId, `row ${row.seq} has a wrong checksum`);
  }
  return {
    seq: row.seq,
    writeId: row.write_id,
    kind: row.kind as JournalKind,
    actor: row.actor === null ? null : (JSON.parse(row.actor) as unknown),
    bytes: row.bytes,
    at: row.at,
  };
}
