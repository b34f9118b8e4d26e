/** Reads everything that is stored of one tab, like a starting process. It takes several statements, so it is consistent only without writers. */
import * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { hasWaiting } from '#schema/ydoc/struct-store.ts';
import { loadState } from '#storage/snapshots.ts';
import { openStorage, type Storage, type StorageConfig } from '#storage/storage.ts';
import { tabRev } from '#storage/tabs.ts';

export type ColdTab = { readonly id: string; readonly tab: string };

export type ColdRecord = {
  readonly id: string;
  readonly seq: number;
  readonly rev: number;
  readonly previousRev: number;
  readonly summary: string | null;
  readonly edits: readonly Edit[];
};

export type ColdJournal = {
  /** The document's position in the journal. */
  readonly seq: number;
  /** The journal's rows in order; after a compaction only a tail. */
  readonly rows: readonly { readonly seq: number; readonly kind: string }[];
  readonly doc: Y.Doc;
  /** True if an update waits for a missing one. */
  readonly hasHoles: boolean;
  readonly elements: ReadonlyMap<string, Element>;
  readonly skipped: number;
  readonly rev: number;
  /** In the order of `seq`. */
  readonly records: readonly ColdRecord[];
  /** Ids of the changesets in the idempotency rows and, in their order, in the audit log and the event outbox. */
  readonly answered: ReadonlySet<string>;
  readonly audited: readonly string[];
  readonly announced: readonly string[];
};

/** Opens the storage for one read. */
export async function readColdAt(config: StorageConfig, place: ColdTab): Promise<ColdJournal> {
  const storage = await openStorage(config);
  try {
    return await readCold(storage, place);
  } finally {
    await storage.close();
  }
}

export async function readCold({ db }: Storage, place: ColdTab): Promise<ColdJournal> {
  const records = await db
    .selectFrom('changesets')
    .select(['id', 'seq', 'rev', 'previous_rev as previousRev', 'summary', 'edits'])
    .where('document_id', '=', place.id)
    .where('tab_id', '=', place.tab)
    .orderBy('seq')
    .execute();
  const answers = await db.selectFrom('idempotency').select('answer').execute();
  const audited = await db
    .selectFrom('audit')
    .select('subject')
    .where('document_id', '=', place.id)
    .where('action', '=', 'changeset.apply')
    .orderBy('position')
    .execute();
  const events = await db
    .selectFrom('outbox')
    .select('data')
    .where('tab_id', '=', place.tab)
    .where('type', '=', 'changeset')
    .orderBy('position')
    .execute();
  const rows = await db
    .selectFrom('journal')
    .select(['seq', 'kind'])
    .where('document_id', '=', place.id)
    .orderBy('seq')
    .execute();
  const { rev } = await tabRev(db, place.id, place.tab);
  const state = await loadState(db, place.id);
  if (state === null) throw new Error(`there is no document ${place.id}`);
  const doc = new Y.Doc();
  if (state.snapshot !== null) Y.applyUpdate(doc, state.snapshot.bytes);
  for (const row of state.rows) Y.applyUpdate(doc, row.bytes);
  const tab = readTab(doc, place.tab);
  return {
    seq: state.seq,
    rows,
    doc,
    hasHoles: hasWaiting(doc),
    elements: tab?.elements ?? new Map<string, Element>(),
    skipped: tab?.skipped.length ?? 0,
    rev,
    records: records.map((record) => ({ ...record, edits: JSON.parse(record.edits) as Edit[] })),
    answered: new Set(answers.flatMap(({ answer }) => changesetOf(answer, place.tab))),
    audited: audited.flatMap(({ subject }) => subject ?? []),
    announced: events.map(({ data }) => (JSON.parse(data) as { changeset: string }).changeset),
  };
}

export const canonicalOf = (cold: ColdJournal): string => canonicalJson(cold.doc);

function changesetOf(answer: string, tabId: string): string[] {
  const { changeset } = JSON.parse(answer) as { changeset?: { id: string; tabId: string } | null };
  return changeset?.tabId === tabId ? [changeset.id] : [];
}
