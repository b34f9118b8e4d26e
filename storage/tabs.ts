/**
 * The revisions of tabs. Everything else about a tab is in the document.
 *
 * A revision rises in the transaction that writes the journal row, under the document's lock, so no two are the same.
 */
import { sql } from 'kysely';

import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';
import { keepTouches } from './touches.ts';

/** Inserts a tab at revision 0. Does nothing if it exists. */
export async function insertTab(
  tx: Db,
  tab: { readonly documentId: string; readonly tabId: string; readonly at: number },
): Promise<void> {
  await tx
    .insertInto('tabs')
    .values({ document_id: tab.documentId, tab_id: tab.tabId, rev: 0, kept_from: 0, created_at: tab.at })
    .onConflict((conflict) => conflict.columns(['document_id', 'tab_id']).doNothing())
    .execute();
}

/** Deletes the tab's revision, touches, editors' edits and agents. Its changesets stay. False if there was no such tab. */
export async function deleteTabRow(tx: Db, documentId: string, tabId: string): Promise<boolean> {
  for (const table of ['touches', 'editor_edits', 'agent_presence'] as const)
    await tx.deleteFrom(table).where('document_id', '=', documentId).where('tab_id', '=', tabId).execute();
  const row = await tx
    .deleteFrom('tabs')
    .where('document_id', '=', documentId)
    .where('tab_id', '=', tabId)
    .returning('tab_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of these tabs that belong to these documents. */
export async function tabsAmong(
  db: Db,
  documentIds: readonly string[],
  tabIds: readonly string[],
): Promise<{ readonly documentId: string; readonly tabId: string }[]> {
  return db
    .selectFrom('tabs')
    .select(['document_id as documentId', 'tab_id as tabId'])
    .where('document_id', 'in', documentIds)
    .where('tab_id', 'in', tabIds)
    .execute();
}

const revsQuery = prepareQuery((db, slots: { documentId: string }) =>
  db.selectFrom('tabs').select(['tab_id as tabId', 'rev']).where('document_id', '=', slots.documentId),
);

/** Revisions by tab id. A tab without an entry is at 0. */
export async function tabRevs(db: Db, documentId: string): Promise<Map<string, number>> {
  const rows = await revsQuery(db, { documentId });
  return new Map(rows.map(({ tabId, rev }) => [tabId, rev]));
}

export type TabRev = {
  readonly rev: number;
  /** The oldest revision that a write can be based on: all touches after it are known. */
  readonly oldestRev: number;
};

const revQuery = prepareQuery((db, slots: { documentId: string; tabId: string }) =>
  db
    .selectFrom('tabs')
    .select(['rev', 'kept_from as oldestRev'])
    .where('document_id', '=', slots.documentId)
    .where('tab_id', '=', slots.tabId),
);

/** The revision of one tab. A tab without a row is at 0. */
export async function tabRev(db: Db, documentId: string, tabId: string): Promise<TabRev> {
  const [row] = await revQuery(db, { documentId, tabId });
  return row === undefined ? { rev: 0, oldestRev: 0 } : { ...row };
}

const raise = prepareQuery(
  (_db, { documentId, tabId, at }: { documentId: string; tabId: string; at: number }) => sql<{ rev: number }>`
    insert into tabs (document_id, tab_id, rev, kept_from, created_at) values (${documentId}, ${tabId}, 1, 0, ${at})
    on conflict (document_id, tab_id) do update set rev = tabs.rev + 1 returning rev`,
);

/** Raises a tab's revision by one and returns the new one. A tab without a row, which an editor added, goes to 1. */
export async function raiseRev(tx: Db, documentId: string, tabId: string, at: number): Promise<number> {
  const [row] = await raise(tx, { documentId, tabId, at });
  if (row === undefined) throw new Error('raising a revision returned no row');
  await keepTouches(tx, documentId, tabId, row.rev);
  return row.rev;
}

const claim = prepareQuery((db, slots: { documentId: string; tabId: string; at: number; before: number; after: number }) =>
  db
    .updateTable('tabs')
    .set({ told_at: slots.at })
    .where('document_id', '=', slots.documentId)
    .where('tab_id', '=', slots.tabId)
    // A time in the future was written by a node whose clock is ahead.
    .where((is) => is.or([is('told_at', '<=', slots.before), is('told_at', '>', slots.after)]))
    .returning('rev'),
);

/**
 * Claims the live event about a tab's edits at this time, unless any node claimed one within the last `withinMs`. Returns the tab's
 * revision, or `claimed`; `gone` if there is no such tab. The caller has locked the document.
 */
export async function claimTabEvent(
  tx: Db,
  { documentId, tabId, at, withinMs }: { documentId: string; tabId: string; at: number; withinMs: number },
): Promise<number | 'claimed' | 'gone'> {
  const [row] = await claim(tx, { documentId, tabId, at, before: at - withinMs, after: at + withinMs });
  if (row !== undefined) return row.rev;
  const [existing] = await revQuery(tx, { documentId, tabId });
  return existing === undefined ? 'gone' : 'claimed';
}
