/**
 * Keeps what a compaction deletes, so that each moment can still be read (SPEC.md): journal rows in packs, and now and then a snapshot,
 * from which few rows lead to any moment.
 */
import { isDeepStrictEqual } from 'node:util';

import { checksum } from '../checksum.ts';
import type { JournalKind } from '../journal.ts';
import type { Db } from '../tables.ts';
import { tabRevs } from '../tabs.ts';
import { raisedRevs } from './raised-revs.ts';
import { compress, packRows, type PastRow, type RowPack, sizeOf } from './row-pack.ts';

/** What a compaction would delete, read before its transaction. */
export type PreparedPast = {
  readonly extent: PastExtent;
  readonly packs: readonly RowPack[];
  /** The snapshot to keep, compressed. */
  readonly snapshot: { readonly seq: number; readonly at: number; readonly bytes: Uint8Array } | null;
};

export type PastOptions = {
  /** Rows before the snapshot that stay in the journal. */
  readonly keepTailRows: number;
  /** A snapshot is kept once the rows since the last one cost this much to read, or as much as the snapshot. */
  readonly pastSnapshotBytes: number;
};

/** Reads and compresses what writing the next snapshot deletes. */
export async function preparePast(db: Db, documentId: string, options: PastOptions): Promise<PreparedPast> {
  const extent = await extentOf(db, documentId);
  const { newest, previous, lastPacked } = extent;
  if (newest === null) return { extent, packs: [], snapshot: null };
  const stored = await db
    .selectFrom('journal')
    .select(['seq', 'at', 'kind', 'actor', 'bytes'])
    .where('document_id', '=', documentId)
    .where('seq', '>', lastPacked)
    .where('seq', '<=', newest - options.keepTailRows)
    .orderBy('seq')
    .execute();
  const rows = stored.map(({ seq, at, bytes, ...row }): PastRow => ({
    seq,
    at,
    bytes,
    revs: raisedRevs({ kind: row.kind as JournalKind, actor: parsed(row.actor) }),
  }));
  const packs = await packRows(rows);
  const snapshot = previous === null ? null : await snapshotToKeep(db, documentId, previous, { extent, rows, ...options });
  return { extent, packs, snapshot };
}

/** Writes it, unless the document was compacted meanwhile: then it returns false. The caller has locked the document. */
export async function keepPast(tx: Db, documentId: string, past: PreparedPast): Promise<boolean> {
  if (!isDeepStrictEqual(await extentOf(tx, documentId), past.extent)) return false;
  for (const { seq, lastSeq, at, lastAt, revs, size, bytes } of past.packs) {
    await tx
      .insertInto('journal_packs')
      .values({
        document_id: documentId,
        seq,
        last_seq: lastSeq,
        at,
        last_at: lastAt,
        revs: revs === null ? null : JSON.stringify(revs),
        size,
        checksum: checksum(documentId, seq, bytes),
        bytes,
      })
      .execute();
  }
  if (past.snapshot !== null) {
    const revs = await revsBefore(tx, documentId, past.snapshot.seq);
    await insertPastSnapshot(tx, documentId, { ...past.snapshot, revs });
  }
  return true;
}

export type NewPastSnapshot = {
  readonly seq: number;
  readonly at: number;
  /** The revisions of all tabs; null if unknown. */
  readonly revs: ReadonlyMap<string, number> | null;
  /** Compressed. */
  readonly bytes: Uint8Array;
};

/** Does nothing if the document has one at that position. */
export async function insertPastSnapshot(tx: Db, documentId: string, { seq, at, revs, bytes }: NewPastSnapshot): Promise<void> {
  await tx
    .insertInto('past_snapshots')
    .values({
      document_id: documentId,
      seq,
      at,
      revs: revs === null ? null : JSON.stringify(Object.fromEntries(revs)),
      checksum: checksum(documentId, seq, bytes),
      bytes,
    })
    .onConflict((conflict) => conflict.columns(['document_id', 'seq']).doNothing())
    .execute();
}

/** What a document has of its past: positions of snapshots and rows, null or 0 if there are none. */
type PastExtent = {
  /** Of the snapshots that loading reads. */
  readonly newest: number | null;
  readonly previous: number | null;
  readonly lastKept: number;
  /** Of the packs that `lastKept` does not cover. */
  readonly firstPacked: number;
  readonly lastPacked: number;
};

async function extentOf(db: Db, documentId: string): Promise<PastExtent> {
  const snapshots = await db
    .selectFrom('snapshots')
    .select('seq')
    .where('document_id', '=', documentId)
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  const kept = await db
    .selectFrom('past_snapshots')
    .select((row) => row.fn.max('seq').as('last'))
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  const lastKept = kept?.last ?? 0;
  const packs = await db
    .selectFrom('journal_packs')
    .select((row) => [row.fn.max('last_seq').as('last'), row.fn.min('seq').filterWhere('last_seq', '>', lastKept).as('first')])
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  const [newest, previous] = snapshots;
  return {
    newest: newest?.seq ?? null,
    previous: previous?.seq ?? null,
    lastKept,
    firstPacked: packs?.first ?? 0,
    lastPacked: packs?.last ?? 0,
  };
}

/** The snapshot that is about to be deleted, if moments cannot be read without it, or could be read much faster with it. */
async function snapshotToKeep(
  db: Db,
  documentId: string,
  seq: number,
  { extent, rows, pastSnapshotBytes }: { readonly extent: PastExtent; readonly rows: readonly PastRow[] } & PastOptions,
): Promise<PreparedPast['snapshot']> {
  const stored = await db
    .selectFrom('snapshots')
    .select(['at', 'bytes', 'checksum'])
    .where('document_id', '=', documentId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (stored === undefined || checksum(documentId, seq, stored.bytes) !== stored.checksum) return null;
  const { lastKept, firstPacked, lastPacked } = extent;
  const first = firstPacked || (rows[0]?.seq ?? (await firstRow(db, documentId)));
  const isReached =
    first > 0 && first <= lastKept + 1 && (rows[0] === undefined || rows[0].seq <= Math.max(lastPacked, lastKept) + 1);
  const between = (await packedSize(db, documentId, lastKept)) + sizeOf(rows.filter((row) => row.seq <= seq));
  if (isReached && between < Math.max(pastSnapshotBytes, stored.bytes.length)) return null;
  return { seq, at: stored.at, bytes: await compress(stored.bytes) };
}

async function packedSize(db: Db, documentId: string, after: number): Promise<number> {
  const row = await db
    .selectFrom('journal_packs')
    .select((packs) => packs.fn.sum<number | string | null>('size').as('size'))
    .where('document_id', '=', documentId)
    .where('last_seq', '>', after)
    .executeTakeFirst();
  return Number(row?.size ?? 0);
}

async function firstRow(db: Db, documentId: string): Promise<number> {
  const row = await db
    .selectFrom('journal')
    .select((one) => one.fn.min('seq').as('seq'))
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** The revisions of all tabs at a position whose later rows are all in the journal; null if some row does not say what it raised. */
async function revsBefore(tx: Db, documentId: string, seq: number): Promise<Map<string, number> | null> {
  const later = await tx
    .selectFrom('journal')
    .select(['kind', 'actor'])
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .execute();
  const revs = await tabRevs(tx, documentId);
  for (const { kind, actor } of later) {
    const raised = raisedRevs({ kind: kind as JournalKind, actor: parsed(actor) });
    if (raised === null) return null;
    for (const [tab, rev] of Object.entries(raised)) revs.set(tab, rev - 1);
  }
  return revs;
}

export const parsed = (actor: string | null): unknown => (actor === null ? null : (JSON.parse(actor) as unknown));
