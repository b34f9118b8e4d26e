/**
 * Finds the moment that a revision or a time names: the last position of the journal at which the tab had that revision, or that was
 * written by that time.
 */
import type { Db } from '../tables.ts';
import { versionAt } from '../versions.ts';
import type { RaisedRevs } from './raised-revs.ts';
import { raisesBetween } from './raises.ts';
import { checkedPack, packColumns } from './read-moment.ts';
import { unpackRows, type PastRow } from './row-pack.ts';

export type MomentName = { readonly tabId: string; readonly rev: number } | { readonly time: number };

export type FindOptions = {
  readonly now: number;
  /** Only moments that were the present at this time (ms) or later, and those of named versions. */
  readonly since: number;
};

/** Null if there is no such moment, or it is older than what is kept. Throws CorruptJournal. */
export async function findMoment(db: Db, documentId: string, name: MomentName, options: FindOptions): Promise<number | null> {
  const position = 'time' in name ? await byTime(db, documentId, name.time, options) : await byRev(db, documentId, name, options);
  return position ?? versionAt(db, documentId, name);
}

async function byTime(db: Db, documentId: string, time: number, { now, since }: FindOptions): Promise<number | null> {
  if (time > now || time < since) return null;
  const candidates: number[] = [];
  for (const table of ['journal', 'snapshots', 'past_snapshots'] as const) {
    const row = await db
      .selectFrom(table)
      .select('seq')
      .where('document_id', '=', documentId)
      .where('at', '<=', time)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) candidates.push(row.seq);
  }
  const pack = await db
    .selectFrom('journal_packs')
    .select(packColumns)
    .where('document_id', '=', documentId)
    .where('at', '<=', time)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (pack !== undefined && pack.last_seq > Math.max(0, ...candidates)) {
    const rows = await unpackRows(checkedPack(documentId, pack));
    candidates.push(rows.findLast(({ at }) => at <= time)?.seq ?? 0);
  }
  return candidates.length === 0 ? null : Math.max(...candidates);
}

type TabRevision = { readonly tabId: string; readonly rev: number };

async function byRev(db: Db, documentId: string, { tabId, rev }: TabRevision, { since }: FindOptions): Promise<number | null> {
  const current = await db
    .selectFrom('documents')
    .leftJoin('tabs', (join) => join.onRef('tabs.document_id', '=', 'documents.id').on('tabs.tab_id', '=', tabId))
    .select(['documents.seq', 'tabs.rev'])
    .where('documents.id', '=', documentId)
    .executeTakeFirst();
  if (current === undefined || (current.rev !== null && rev > current.rev)) return null;
  if (rev === current.rev) return current.seq;
  const next = await rowAfterRev(db, documentId, { tabId, rev });
  // What the row made past was the present until then.
  return next === null || next.at < since || next.rev !== rev + 1 ? null : next.seq - 1;
}

type RaisingRow = Pick<PastRow, 'seq' | 'at'> & { readonly rev: number };

/** The first row that raises the tab above a revision. */
async function rowAfterRev(db: Db, documentId: string, { tabId, rev }: TabRevision): Promise<RaisingRow | null> {
  const raises = await raisesBetween(db, documentId, { after: await snapshotBeforeRev(db, documentId, { tabId, rev }) });
  const first = raises.find(({ revs }) => (revs?.[tabId]?.[1] ?? 0) > rev);
  if (first === undefined) return null;
  if (first.kind === 'row') return { seq: first.seq, at: first.at, rev: first.revs?.[tabId]?.[1] ?? 0 };
  const pack = await db
    .selectFrom('journal_packs')
    .select(packColumns)
    .where('document_id', '=', documentId)
    .where('seq', '=', first.seq)
    .executeTakeFirst();
  if (pack === undefined) return null;
  const rows = await unpackRows(checkedPack(documentId, pack));
  return rows.map(({ seq, at, revs }) => ({ seq, at, rev: revs?.[tabId] ?? 0 })).find((row) => row.rev > rev) ?? null;
}

/** The position of the newest kept snapshot at which the tab was not above the revision; 0 if there is none. */
async function snapshotBeforeRev(db: Db, documentId: string, { tabId, rev }: TabRevision): Promise<number> {
  const snapshots = await db
    .selectFrom('past_snapshots')
    .select(['seq', 'revs'])
    .where('document_id', '=', documentId)
    .where('revs', 'is not', null)
    .orderBy('seq')
    .execute();
  const before = snapshots.findLast(({ revs }) => ((JSON.parse(revs ?? '{}') as RaisedRevs)[tabId] ?? Infinity) <= rev);
  return before?.seq ?? 0;
}
