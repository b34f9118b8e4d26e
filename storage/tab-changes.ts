/**
 * The changes of a tab by revision: changesets with their edits, and editors' batches with the previous values.
 *
 * The sweep deletes expired rows and then raises the tab's `oldestRev` (tabs.ts).
 */
import { sql, type SqlBool } from 'kysely';

import type { Author } from '#schema/access.ts';
import type { Edit, Result } from '#schema/changeset.ts';
import type { EditorEdits } from '#schema/history.ts';
import { parseElements } from '#schema/web-address.ts';

import { hasId } from './id-key.ts';
import { dialectOf, prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

const insert = prepareQuery((db, slots: { document_id: string; tab_id: string; rev: number; at: number; edits: string }) =>
  db.insertInto('editor_edits').values({
    document_id: slots.document_id,
    tab_id: slots.tab_id,
    rev: slots.rev,
    at: slots.at,
    edits: slots.edits,
  }),
);

export type EditorBatch = {
  readonly documentId: string;
  readonly tabId: string;
  readonly rev: number;
  readonly at: number;
  readonly edits: readonly EditorEdits[];
};

export async function insertEditorEdits(tx: Db, { documentId, tabId, rev, at, edits }: EditorBatch): Promise<void> {
  await insert(tx, { document_id: documentId, tab_id: tabId, rev, at, edits: JSON.stringify(edits) });
}

/** The `edits` of a changeset, or the `editors` of a batch. */
export type TabRevision = { readonly rev: number; readonly at: number } & (
  | { readonly edits: readonly Edit[]; readonly changeset: string; readonly author: Author }
  | { readonly editors: readonly EditorEdits[] }
);

type TabQuery = { readonly documentId: string; readonly tabId: string };
type ChangeRow = { rev: number; at: number; id: string | null; name: string; color: string; edits: string };

/** The next `limit` changes of a tab after a revision, oldest first, without swept ones. */
export async function changesAfter(
  db: Db,
  { documentId, tabId, rev, limit }: TabQuery & { readonly rev: number; readonly limit: number },
): Promise<TabRevision[]> {
  const { rows } = await sql<ChangeRow>`
    select rev, created_at as at, id, author_name as name, author_color as color, edits from changesets
      where document_id = ${documentId} and ${hasId(dialectOf(db), 'tab_id', tabId)} and rev > ${rev}
    union all select rev, at, null, '', '', edits from editor_edits
      where document_id = ${documentId} and tab_id = ${tabId} and rev > ${rev}
    order by rev limit ${limit}`.execute(db);
  return rows.map(({ rev: at, at: time, id, name, color, edits }) => ({
    rev: at,
    at: time,
    ...(id === null
      ? { editors: parseElements(edits) as EditorEdits[] }
      : { edits: parseElements(edits) as Edit[], changeset: id, author: { name, color } }),
  }));
}

/** A revision of a tab by what made it: a changeset by its id, or the elements that editors changed. */
export type TabStep = { readonly rev: number; readonly at: number } & (
  | { readonly changeset: string }
  | { readonly editors: readonly { readonly by: Author; readonly ids: readonly string[] }[] }
);

type StepQuery = TabQuery & {
  /** Only steps before this revision. */
  readonly rev: number;
  /** Only steps made at or after this time (ms). */
  readonly since: number;
  /** Only steps made before this time (ms). */
  readonly until: number;
  readonly limit: number;
};

/** The next `limit` steps of a tab, newest first. */
export async function stepsBefore(db: Db, { documentId, tabId, rev, since, until, limit }: StepQuery): Promise<TabStep[]> {
  const { rows } = await sql<{ rev: number; at: number; id: string | null; edits: string }>`
    select rev, created_at as at, id, '' as edits from changesets
      where document_id = ${documentId} and ${hasId(dialectOf(db), 'tab_id', tabId)} and rev < ${rev}
        and created_at >= ${since} and created_at < ${until}
    union all select rev, at, null, edits from editor_edits
      where document_id = ${documentId} and tab_id = ${tabId} and rev < ${rev} and at >= ${since} and at < ${until}
    order by rev desc limit ${limit}`.execute(db);
  return rows.map(({ rev: at, at: time, id, edits }): TabStep => {
    if (id !== null) return { rev: at, at: time, changeset: id };
    const editors = (JSON.parse(edits) as EditorEdits[]).map(({ by, elements }) => ({ by, ids: elements.map((one) => one.id) }));
    return { rev: at, at: time, editors };
  });
}

export type ElementQuery = TabQuery & {
  readonly elementId: string;
  /** Only changes made at or after this time (ms). */
  readonly since: number;
  /** Only changes before this revision. */
  readonly before: number;
  /** How many of the tab's changes are searched. */
  readonly look: number;
};

export type ChangesetOfElement = {
  readonly id: string;
  readonly author: { readonly name: string; readonly color: string };
  readonly agent: boolean;
  readonly summary: string | null;
  readonly revertOf: string | null;
  readonly results: readonly Result[];
};

type ElementRevision = { readonly rev: number; readonly at: number } & (
  | { readonly edits: readonly Edit[]; readonly changeset: ChangesetOfElement }
  | { readonly editors: readonly EditorEdits[] }
);

/**
 * Searches the tab's next `look` changes, newest first, for those of an element. `last` is the revision of the oldest change that
 * was searched; null if there are no more. This is a text search, because edits are stored as JSON.
 */
export async function changesOfElement(db: Db, query: ElementQuery): Promise<{ found: ElementRevision[]; last: number | null }> {
  const { documentId, tabId, elementId, since, before, look } = query;
  const isTab = hasId(dialectOf(db), 'tab_id', tabId);
  const { rows: searched } = await sql<{ rev: number }>`
    select rev from changesets
      where document_id = ${documentId} and ${isTab} and rev < ${before} and created_at >= ${since}
    union all select rev from editor_edits
      where document_id = ${documentId} and tab_id = ${tabId} and rev < ${before} and at >= ${since}
    order by rev desc limit ${look}`.execute(db);
  const last = searched.at(-1)?.rev;
  if (last === undefined) return { found: [], last: null };
  const position = dialectOf(db) === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
  const namesElement = sql<SqlBool>`${position}(edits, ${`"id":${JSON.stringify(elementId)}`}) > 0`;
  const changesets = await db
    .selectFrom('changesets')
    .select(['id', 'rev', 'created_at as at', 'author_name', 'author_color', 'agent', 'summary', 'revert_of', 'results', 'edits'])
    .where('document_id', '=', documentId)
    .where(isTab)
    .where('rev', '>=', last)
    .where('rev', '<', before)
    .where('created_at', '>=', since)
    .where(namesElement)
    .execute();
  const batches = await db
    .selectFrom('editor_edits')
    .select(['rev', 'at', 'edits'])
    .where('document_id', '=', documentId)
    .where('tab_id', '=', tabId)
    .where('rev', '>=', last)
    .where('rev', '<', before)
    .where('at', '>=', since)
    .where(namesElement)
    .execute();
  const found: ElementRevision[] = [
    ...changesets.map((row) => ({
      rev: row.rev,
      at: row.at,
      edits: parseElements(row.edits) as Edit[],
      changeset: {
        id: row.id,
        author: { name: row.author_name, color: row.author_color },
        agent: row.agent === 1,
        summary: row.summary,
        revertOf: row.revert_of,
        results: JSON.parse(row.results) as Result[],
      },
    })),
    ...batches.map(({ rev, at, edits }) => ({ rev, at, editors: parseElements(edits) as EditorEdits[] })),
  ];
  return { found: found.toSorted((a, b) => b.rev - a.rev), last: searched.length < look ? null : last };
}
