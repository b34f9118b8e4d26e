/** Deletes what has expired, in small transactions, so that no writer waits long for it (SPEC.md). */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { sql } from 'kysely';

import { idsFrom } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';

import { hasId } from './id-key.ts';
import { lockDocument } from './journal.ts';
import { dialectOf } from './prepared.ts';
import type { Storage } from './storage.ts';
import type { Db, Tables } from './tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Twice as long as events can be resumed, because clocks of nodes differ. */
const outboxMs = 2 * limits.eventResumeMinutes * minute;
/** A node that has not read them for half as long checks all connections again. */
const accessChangesMs = hour;
/** A code that is used again a day later still ends its grant. */
const usedSecretMs = day;
/** A client that was never given access; and one that was, but longer ago than any grant lasts. */
const unusedClientMs = day;
const usedClientMs = 180 * day;
const rowsPerTransaction = 500;

/** Deleted rows by table; `documents` counts those deleted from the trash. */
export type SweepCounts = { readonly [table: string]: number };

/** Deletes rows with a life of minutes to a day that expired before `now` (ms). Throws as `transact` does; finished batches stay. */
export async function sweepShortLived(storage: Storage, now: number): Promise<SweepCounts> {
  return {
    tickets: await drain(storage, 'tickets', 'hash', 'expires_at', now),
    sessions: await drain(storage, 'sessions', 'hash', 'expires_at', now),
    guests: await drain(storage, 'guests', 'hash', 'expires_at', now),
    sign_in_codes: await drain(storage, 'sign_in_codes', 'hash', 'expires_at', now),
    idempotency: await drain(storage, 'idempotency', 'scope', 'at', now - limits.idempotencyHours * hour),
    oauth_secrets: await drain(storage, 'oauth_secrets', 'hash', 'expires_at', now - usedSecretMs),
    oauth_clients: await sweepClients(storage, now),
    access_changes: await drain(storage, 'access_changes', 'position', 'at', now - accessChangesMs),
    outbox: await sweepOutbox(storage, now - outboxMs),
    agent_presence: await sweepPresence(storage, now),
  };
}

/** Deletes history and trash that expired before `now` (ms). Throws as `sweepShortLived` does. */
export async function sweepHistory(storage: Storage, now: number): Promise<SweepCounts> {
  const history = now - limits.changesetRetentionDays * day;
  return {
    changesets: await sweepChangesets(storage, history),
    editor_edits: await sweepEditorEdits(storage, history),
    touches: await sweepTouches(storage, history),
    tasks: await drain(storage, 'tasks', 'id', 'updated_at', now - limits.taskRetentionDays * day),
    proposals: await drain(storage, 'proposals', 'id', 'created_at', now - limits.proposalRetentionDays * day),
    documents: await sweepTrash(storage, now - limits.trashDays * day),
  };
}

/** Deletes the rows of a table whose `time` is before `before`, a batch per transaction. */
async function drain(
  storage: Storage,
  table:
    | 'tickets'
    | 'sessions'
    | 'guests'
    | 'sign_in_codes'
    | 'idempotency'
    | 'access_changes'
    | 'oauth_secrets'
    | 'tasks'
    | 'proposals',
  key: string,
  time: string,
  before: number,
): Promise<number> {
  return inBatches(storage, (tx) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} < ${before} limit ${rowsPerTransaction}
    )`.execute(tx),
  );
}

function sweepClients(storage: Storage, now: number): Promise<number> {
  return inBatches(storage, (tx) =>
    sql`delete from oauth_clients where id in (
      select id from oauth_clients
      where (used_at is null and created_at < ${now - unusedClientMs}) or used_at < ${now - usedClientMs}
      limit ${rowsPerTransaction}
    )`.execute(tx),
  );
}

/** Keeps the newest event of each document: a reader that has its id has missed nothing. */
function sweepOutbox(storage: Storage, before: number): Promise<number> {
  return inBatches(storage, (tx) =>
    sql`delete from outbox where position in (
      select position from outbox as old where at < ${before} and exists (
        select 1 from outbox as newer
        where ${hasId(dialectOf(tx), 'newer.document_id', sql.ref('old.document_id'))} and newer.position > old.position
      ) limit ${rowsPerTransaction}
    )`.execute(tx),
  );
}

/** Runs a statement that deletes at most `rowsPerTransaction` rows, until it deletes fewer. */
async function inBatches(
  storage: Storage,
  statement: (tx: Db) => Promise<{ readonly numAffectedRows?: bigint }>,
): Promise<number> {
  let swept = 0;
  for (;;) {
    const { numAffectedRows } = await storage.transact(statement);
    const count = Number(numAffectedRows ?? 0);
    swept += count;
    if (count < rowsPerTransaction) return swept;
    await turnOfTheLoop();
  }
}

async function sweepChangesets(storage: Storage, before: number): Promise<number> {
  return inBatches(storage, async (tx) => {
    const deleted = await sql<TabAt>`
      delete from changesets where id in (
        select id from changesets where id < ${idsFrom('cs', before)} and created_at < ${before} limit ${rowsPerTransaction}
      )
      returning document_id, tab_id, rev`.execute(tx);
    for (const tab of newestOfTabs(deleted.rows)) await raiseOldest(tx, tab);
    return { numAffectedRows: BigInt(deleted.rows.length) };
  });
}

/** Editors' batches have no index by age, because every edit would pay for it. A tab's oldest batch shows whether any has expired. */
async function sweepEditorEdits(storage: Storage, before: number): Promise<number> {
  const { rows: tabs } = await sql<{ document_id: string; tab_id: string }>`
    select document_id, tab_id from tabs where ${before} > (
      select at from editor_edits as e where e.document_id = tabs.document_id and e.tab_id = tabs.tab_id order by e.rev limit 1
    )`.execute(storage.db);
  let swept = 0;
  for (const { document_id, tab_id } of tabs) {
    swept += await inBatches(storage, async (tx) => {
      const deleted = await sql<TabAt>`
        delete from editor_edits where document_id = ${document_id} and tab_id = ${tab_id} and at < ${before} and rev in (
          select rev from editor_edits where document_id = ${document_id} and tab_id = ${tab_id}
          order by rev limit ${rowsPerTransaction}
        ) returning document_id, tab_id, rev`.execute(tx);
      for (const tab of newestOfTabs(deleted.rows)) await raiseOldest(tx, tab);
      return { numAffectedRows: BigInt(deleted.rows.length) };
    });
  }
  return swept;
}

type TabAt = { readonly document_id: string; readonly tab_id: string; readonly rev: number };

/** The highest revision of each tab, ordered by id, so that all transactions lock tabs in the same order. */
function newestOfTabs(rows: readonly TabAt[]): TabAt[] {
  const newest = new Map<string, TabAt>();
  for (const row of rows) {
    const key = `${row.document_id} ${row.tab_id}`;
    if ((newest.get(key)?.rev ?? -1) < row.rev) newest.set(key, row);
  }
  return [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function raiseOldest(tx: Db, { document_id, tab_id, rev }: TabAt): Promise<void> {
  await tx
    .updateTable('tabs')
    .set({ kept_from: rev })
    .where('document_id', '=', document_id)
    .where('tab_id', '=', tab_id)
    .where('kept_from', '<', rev)
    .execute();
}

/** Deletes touches tab by tab, and raises the tab's oldest revision to the newest deleted one. */
async function sweepTouches(storage: Storage, before: number): Promise<number> {
  const tabs = await storage.db
    .selectFrom('touches')
    .select(['document_id', 'tab_id'])
    .where('at', '<', before)
    .distinct()
    .execute();
  let swept = 0;
  for (const { document_id, tab_id } of tabs) {
    swept += await storage.transact(async (tx) => {
      const deleted = await tx
        .deleteFrom('touches')
        .where('document_id', '=', document_id)
        .where('tab_id', '=', tab_id)
        .where('at', '<', before)
        .returning('rev')
        .execute();
      const newest = deleted.reduce((rev, row) => Math.max(rev, row.rev), 0);
      await raiseOldest(tx, { document_id, tab_id, rev: newest });
      return deleted.length;
    });
  }
  return swept;
}

/** Works document by document under the document's lock, as writers of presence do, so that locks are always taken in one order. */
async function sweepPresence(storage: Storage, before: number): Promise<number> {
  const documents = await storage.db
    .selectFrom('agent_presence')
    .select('document_id')
    .where('expires_at', '<', before)
    .distinct()
    .execute();
  let swept = 0;
  for (const { document_id } of documents) {
    swept += await storage.transact(async (tx) => {
      await lockDocument(tx, document_id);
      const { numDeletedRows } = await tx
        .deleteFrom('agent_presence')
        .where('document_id', '=', document_id)
        .where('expires_at', '<', before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }
  return swept;
}

async function sweepTrash(storage: Storage, before: number): Promise<number> {
  const documents = await storage.db.selectFrom('documents').select('id').where('deleted_at', '<', before).execute();
  let swept = 0;
  for (const { id } of documents) {
    if (await storage.transact((tx) => purgeDocument(tx, id, before))) swept += 1;
  }
  return swept;
}

const tablesOfDocument = [
  'journal',
  'snapshots',
  'journal_packs',
  'past_snapshots',
  'versions',
  'tabs',
  'touches',
  'editor_edits',
  'agent_presence',
  'sheets',
  'tickets',
  'guests',
  'share_links',
  'published_readers',
  'webhook_deliveries',
  'webhooks',
  'tasks',
  'tab_votes',
  'ballots',
  'proposals',
  'members',
  'document_marks',
  'mentions',
  'image_uses',
] as const satisfies readonly (keyof Tables)[];

/** Deletes a document, unless it was restored in the meantime. */
async function purgeDocument(tx: Db, documentId: string, before: number): Promise<boolean> {
  const locked = await lockDocument(tx, documentId);
  if (locked === null || locked.deletedAt === null || locked.deletedAt >= before) return false;
  for (const table of tablesOfDocument) await tx.deleteFrom(table).where('document_id', '=', documentId).execute();
  for (const table of ['changesets', 'outbox'] as const)
    await tx
      .deleteFrom(table)
      .where(hasId(dialectOf(tx), 'document_id', documentId))
      .execute();
  await tx.deleteFrom('documents').where('id', '=', documentId).execute();
  return true;
}
