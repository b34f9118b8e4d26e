/**
 * Reads a moment: the newest snapshot at or before its position, and the rows after that (SPEC.md).
 *
 * Statements see different states of the database. Rows and revisions are read in an order in which a write or a compaction between
 * two statements does no harm.
 */
import { checksum } from '../checksum.ts';
import { CorruptJournal } from '../failures.ts';
import { journalRow } from '../journal.ts';
import { positionOf } from '../position.ts';
import type { Db } from '../tables.ts';
import type { JournalPackRow } from './past-tables.ts';
import { type RaisedRevs, raisedRevs } from './raised-revs.ts';
import { raisesBetween } from './raises.ts';
import { decompress, type PastRow, unpackRows } from './row-pack.ts';

export type Moment = {
  readonly seq: number;
  /** When the last row up to the moment was written. */
  readonly at: number;
  /** To be applied in this order. */
  readonly updates: readonly Uint8Array[];
  /** By tab, of all tabs that existed. */
  readonly revs: ReadonlyMap<string, number>;
};

/** A compaction that moves what is being read is over before the second attempt. */
const attempts = 3;

/** Null if the moment is not kept, or the document does not exist. Throws CorruptJournal. */
export async function readMoment(db: Db, documentId: string, seq: number): Promise<Moment | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const moment = await readOnce(db, documentId, seq);
    if (moment !== null) return moment;
  }
  return null;
}

async function readOnce(db: Db, documentId: string, seq: number): Promise<Moment | null> {
  const position = await positionOf(db, documentId);
  if (position === null || position.seq < seq) return null;
  const base = await snapshotBefore(db, documentId, seq);
  if (base === null) return null;
  const rows = await rowsBetween(db, documentId, base.seq, seq);
  const upTo = rows.filter((row) => row.seq <= seq);
  if (base.seq + upTo.length !== seq || upTo.some((row, index) => row.seq !== base.seq + 1 + index)) return null;
  const later = await revsAfter(db, documentId, seq, { current: position.revs, known: rows });
  if (later === null) return null;
  // Of tabs that were removed later.
  const revs = new Map<string, number>();
  for (const row of upTo) for (const [tab, rev] of Object.entries(row.revs ?? {})) revs.set(tab, rev);
  for (const [tab, rev] of later) revs.set(tab, rev);
  const snapshot = base.bytes === null ? [] : [base.bytes];
  return { seq, at: upTo.at(-1)?.at ?? base.at, updates: [...snapshot, ...upTo.map(({ bytes }) => bytes)], revs };
}

type Base = { readonly seq: number; readonly at: number; readonly bytes: Uint8Array | null };

/** The newest snapshot up to a position: the empty document if there is none; null if it was deleted while it was read. */
async function snapshotBefore(db: Db, documentId: string, seq: number): Promise<Base | null> {
  const newest: { readonly table: 'snapshots' | 'past_snapshots'; readonly seq: number }[] = [];
  for (const table of ['snapshots', 'past_snapshots'] as const) {
    const row = await db
      .selectFrom(table)
      .select('seq')
      .where('document_id', '=', documentId)
      .where('seq', '<=', seq)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) newest.push({ table, seq: row.seq });
  }
  const [best] = newest.toSorted((a, b) => b.seq - a.seq);
  if (best === undefined) return { seq: 0, at: 0, bytes: null };
  const isPast = best.table === 'past_snapshots';
  const row = await db
    .selectFrom(best.table)
    .select(['at', 'checksum', 'bytes'])
    .where('document_id', '=', documentId)
    .where('seq', '=', best.seq)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (checksum(documentId, best.seq, row.bytes) !== row.checksum)
    throw new CorruptJournal(documentId, `the snapshot at ${best.seq} has a wrong checksum`);
  return { seq: best.seq, at: row.at, bytes: isPast ? await decompress(row.bytes) : row.bytes };
}

/** The rows after `after` up to `seq`, in order, and those behind it that are in the same pack. Of rows that are missing, none follow. */
async function rowsBetween(db: Db, documentId: string, after: number, seq: number): Promise<PastRow[]> {
  const stored = await db
    .selectFrom('journal')
    .select(['seq', 'write_id', 'kind', 'actor', 'at', 'checksum', 'bytes'])
    .where('document_id', '=', documentId)
    .where('seq', '>', after)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();
  const rows = new Map<number, PastRow>();
  for (const row of stored) {
    const { seq: at, at: time, bytes, ...rest } = journalRow(documentId, row);
    rows.set(at, { seq: at, at: time, bytes, revs: raisedRevs(rest) });
  }
  const packs = await db
    .selectFrom('journal_packs')
    .select(packColumns)
    .where('document_id', '=', documentId)
    .where('last_seq', '>', after)
    .where('seq', '<=', stored[0] === undefined ? seq : Math.min(seq, stored[0].seq - 1))
    .orderBy('seq')
    .execute();
  for (const pack of packs)
    for (const row of await unpackRows(checkedPack(documentId, pack))) if (row.seq > after) rows.set(row.seq, row);
  return [...rows.values()].toSorted((a, b) => a.seq - b.seq);
}

type LaterRevs = {
  /** The revisions of all tabs, read before. */
  readonly current: ReadonlyMap<string, number>;
  /** Rows that were read already. */
  readonly known: readonly PastRow[];
};

/**
 * The revisions of tabs at a position, from what was raised later: a tab had one less than what it was raised to next, and what was never
 * raised again had its current one. Null if a row does not say what it raised.
 */
async function revsAfter(
  db: Db,
  documentId: string,
  seq: number,
  { current, known }: LaterRevs,
): Promise<Map<string, number> | null> {
  const anchor = await db
    .selectFrom('past_snapshots')
    .select(['seq', 'revs'])
    .where('document_id', '=', documentId)
    .where('seq', '>=', seq)
    .where('revs', 'is not', null)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  const first = new Map<number, RaisedRevs | null>();
  for (const { seq: at, revs } of await raisesBetween(db, documentId, { after: seq, upTo: anchor?.seq }))
    first.set(at, revs === null ? null : Object.fromEntries(Object.entries(revs).map(([tab, [lowest]]) => [tab, lowest])));
  for (const row of known) if (row.seq <= (anchor?.seq ?? Infinity)) first.set(row.seq, row.revs);
  const revs = new Map(anchor === undefined ? current : Object.entries(JSON.parse(anchor.revs ?? '{}') as RaisedRevs));
  for (const [at, row] of [...first].toSorted(([a], [b]) => b - a)) {
    // A pack that begins before the position: the rows behind it are known.
    if (at <= seq) break;
    if (row === null) return null;
    for (const [tab, rev] of Object.entries(row)) revs.set(tab, rev - 1);
  }
  return revs;
}

export const packColumns = ['seq', 'last_seq', 'at', 'checksum', 'bytes'] as const;

/** Throws CorruptJournal. */
export function checkedPack<P extends Pick<JournalPackRow, 'seq' | 'checksum' | 'bytes'>>(documentId: string, pack: P): P {
  if (checksum(documentId, pack.seq, pack.bytes) !== pack.checksum)
    throw new CorruptJournal(documentId, `the pack at ${pack.seq} has a wrong checksum`);
  return pack;
}
