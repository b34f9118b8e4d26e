/**
 * Snapshots: a document's whole state at one journal position, so that loading does not read every row (SPEC.md).
 *
 * The snapshot and the rows after it are read in one statement: no compaction can come between them.
 */
import { sql } from 'kysely';

import { checksum } from './checksum.ts';
import { CorruptJournal, JournalGap } from './failures.ts';
import { type JournalRow, journalRow } from './journal.ts';
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type DocumentState = {
  /** The journal position: the seq of the last of `rows`, or of the snapshot if there are none. */
  readonly seq: number;
  readonly snapshot: { readonly seq: number; readonly bytes: Uint8Array } | null;
  /** All rows after the snapshot, in order. */
  readonly rows: readonly JournalRow[];
};

type StatePart = {
  part: 'document' | 'snapshot' | 'row';
  seq: number;
  checksum: number;
  bytes: Uint8Array;
  write_id: string;
  kind: string;
  actor: string | null;
  at: number;
};

const stateQuery = prepareQuery(
  (_db, { documentId, below }: { documentId: string; below: number }) => sql<StatePart>`
    with base as (
      select seq, checksum, bytes, at from snapshots
      where document_id = ${documentId} and seq < ${below} order by seq desc limit 1
    )
    select 'document' as part, seq, 0 as checksum, cast(null as bytea) as bytes,
      '' as write_id, '' as kind, cast(null as text) as actor, updated_at as at
    from documents where id = ${documentId}
    union all
    select 'snapshot', seq, checksum, bytes, '', '', null, at from base
    union all
    select 'row', seq, checksum, bytes, write_id, kind, actor, at from journal
    where document_id = ${documentId} and seq > coalesce((select seq from base), 0)`,
);

/**
 * The newest intact snapshot and all rows after it; null if there is no such document. Throws CorruptJournal if neither the newest
 * snapshot nor the one before it leads to the document's position.
 */
export async function loadState(db: Db, documentId: string): Promise<DocumentState | null> {
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const parts = await stateQuery(db, { documentId, below });
    const document = parts.find(({ part }) => part === 'document');
    if (document === undefined) return null;
    const snapshot = parts.find(({ part }) => part === 'snapshot') ?? null;
    if (snapshot === null || checksum(documentId, snapshot.seq, snapshot.bytes) === snapshot.checksum) {
      const tail = parts.filter(({ part }) => part === 'row').toSorted((a, b) => a.seq - b.seq);
      return stateOf(documentId, document.seq, snapshot, tail);
    }
    below = snapshot.seq;
  }
}

function stateOf(documentId: string, seq: number, snapshot: StatePart | null, tail: readonly StatePart[]): DocumentState {
  const start = snapshot?.seq ?? 0;
  for (const [index, row] of tail.entries()) {
    if (row.seq !== start + 1 + index) throw new CorruptJournal(documentId, `row ${start + 1 + index} is missing`);
  }
  if (start + tail.length !== seq) {
    throw new CorruptJournal(documentId, `it ends at ${start + tail.length} and the document is at ${seq}`);
  }
  return {
    seq,
    snapshot: snapshot === null ? null : { seq: snapshot.seq, bytes: snapshot.bytes },
    rows: tail.map((row) => journalRow(documentId, row)),
  };
}

/**
 * Writes a state as the newest snapshot. Deletes, in the same transaction, the rows that the previous snapshot covers, except the
 * last `keepTail`. The caller has locked the document; `seq` is a position that its journal has reached.
 */
export async function writeSnapshot(
  tx: Db,
  documentId: string,
  snapshot: { readonly seq: number; readonly bytes: Uint8Array; readonly at: number },
  keepTail: number,
): Promise<void> {
  const { seq, bytes, at } = snapshot;
  const document = await tx.selectFrom('documents').select('seq').where('id', '=', documentId).executeTakeFirst();
  if (document === undefined || document.seq < seq) throw new JournalGap(`${documentId} has not reached ${seq} yet.`);
  const row = { document_id: documentId, seq, at, checksum: checksum(documentId, seq, bytes), bytes };
  await tx
    .insertInto('snapshots')
    .values(row)
    .onConflict((conflict) => conflict.columns(['document_id', 'seq']).doUpdateSet({ at, checksum: row.checksum, bytes }))
    .execute();
  const [, previous] = await tx
    .selectFrom('snapshots')
    .select('seq')
    .where('document_id', '=', documentId)
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  if (previous === undefined) return;
  await tx.deleteFrom('snapshots').where('document_id', '=', documentId).where('seq', '<', previous.seq).execute();
  await tx
    .deleteFrom('journal')
    .where('document_id', '=', documentId)
    .where('seq', '<=', previous.seq - keepTail)
    .execute();
}
