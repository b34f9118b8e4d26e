/**
 * The records of changesets, kept for 30 days.
 *
 * A record has every touched element before and after: a revert needs nothing else. Records older than the `since` that a caller
 * passes are ignored, whether they have been swept or not.
 */
import type { Counts, Edit, Lint, Result, TabSettingsChange } from '#schema/changeset.ts';
import { parseElements } from '#schema/web-address.ts';

import type { Selectable } from 'kysely';

import { hasId } from './id-key.ts';
import { dialectOf, prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

export type StoredChangeset = {
  readonly id: string;
  readonly documentId: string;
  readonly tabId: string;
  /** Journal position of the write: the order of changesets in a document. */
  readonly seq: number;
  readonly rev: number;
  readonly previousRev: number;
  readonly baseRev: number | null;
  readonly author: { readonly name: string; readonly color: string };
  /** The person, or the owner of the token. */
  readonly userId: string | null;
  readonly tokenId: string | null;
  readonly agent: boolean;
  readonly summary: string | null;
  readonly counts: Counts;
  readonly revertOf: string | null;
  readonly createdAt: number;
};

export type StoredChangesetDetail = StoredChangeset & {
  readonly edits: readonly Edit[];
  /** What it changed in the tab besides its elements; null if nothing. */
  readonly tabChange: TabSettingsChange | null;
  readonly results: readonly Result[];
  readonly lint: Lint;
  readonly text: string;
};

const headColumns = [
  'id',
  'document_id',
  'tab_id',
  'seq',
  'rev',
  'previous_rev',
  'base_rev',
  'author_name',
  'author_color',
  'user_id',
  'token_id',
  'agent',
  'summary',
  'added',
  'changed',
  'removed',
  'revert_of',
  'created_at',
] as const;
type Head = Pick<Tables['changesets'], (typeof headColumns)[number]>;

const insert = prepareQuery((db, slots: Selectable<Tables['changesets']>) =>
  db.insertInto('changesets').values({
    id: slots.id,
    document_id: slots.document_id,
    tab_id: slots.tab_id,
    seq: slots.seq,
    rev: slots.rev,
    previous_rev: slots.previous_rev,
    base_rev: slots.base_rev,
    author_name: slots.author_name,
    author_color: slots.author_color,
    user_id: slots.user_id,
    token_id: slots.token_id,
    agent: slots.agent,
    summary: slots.summary,
    added: slots.added,
    changed: slots.changed,
    removed: slots.removed,
    revert_of: slots.revert_of,
    created_at: slots.created_at,
    text: slots.text,
    results: slots.results,
    lint: slots.lint,
    edits: slots.edits,
    tab_change: slots.tab_change,
    touched: slots.touched,
  }),
);

/** `touched`: the elements that the record lists, if it does (touches.ts). */
export async function insertChangeset(
  tx: Db,
  changeset: StoredChangesetDetail,
  touched: readonly string[] | null = null,
): Promise<void> {
  const { author, counts } = changeset;
  await insert(tx, {
    id: changeset.id,
    document_id: changeset.documentId,
    tab_id: changeset.tabId,
    seq: changeset.seq,
    rev: changeset.rev,
    previous_rev: changeset.previousRev,
    base_rev: changeset.baseRev,
    author_name: author.name,
    author_color: author.color,
    user_id: changeset.userId,
    token_id: changeset.tokenId,
    agent: changeset.agent ? 1 : 0,
    summary: changeset.summary,
    added: counts.added,
    changed: counts.changed,
    removed: counts.removed,
    revert_of: changeset.revertOf,
    created_at: changeset.createdAt,
    text: changeset.text,
    results: JSON.stringify(changeset.results),
    lint: JSON.stringify(changeset.lint),
    edits: JSON.stringify(changeset.edits),
    tab_change: changeset.tabChange === null ? null : JSON.stringify(changeset.tabChange),
    touched: touched === null ? null : JSON.stringify(touched),
  });
}

/** Null if the document has no such changeset, or it was created before `since` (ms). */
export async function changesetById(
  db: Db,
  documentId: string,
  id: string,
  since: number,
): Promise<StoredChangesetDetail | null> {
  const row = await db
    .selectFrom('changesets')
    .select([...headColumns, 'text', 'results', 'lint', 'edits', 'tab_change'])
    .where('id', '=', id)
    .where('document_id', '=', documentId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...changesetOf(row),
    edits: parseElements(row.edits) as Edit[],
    tabChange: row.tab_change === null ? null : (JSON.parse(row.tab_change) as TabSettingsChange),
    results: JSON.parse(row.results) as Result[],
    lint: JSON.parse(row.lint) as Lint,
    text: row.text,
  };
}

/** By id; those that the document does not have are missing. */
export async function changesetsAmong(db: Db, documentId: string, ids: readonly string[]): Promise<Map<string, StoredChangeset>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('changesets')
    .select(headColumns)
    .where('document_id', '=', documentId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, changesetOf(row)]));
}

export type ChangesetSelection = {
  /** Only changesets of this tab. */
  readonly tab?: string;
  readonly limit: number;
  /** Only changesets older than this one: the last id of the previous page. */
  readonly before?: string;
  /** Only changesets created at or after this time (ms). */
  readonly since: number;
};

/** Newest first. `next` is the last id if there are more, else null. Nothing is listed if `before` is not in the document. */
export async function listChangesets(
  db: Db,
  documentId: string,
  query: ChangesetSelection,
): Promise<{ changesets: StoredChangeset[]; next: string | null }> {
  let select = db
    .selectFrom('changesets')
    .select(headColumns)
    .where(hasId(dialectOf(db), 'document_id', documentId))
    .where('created_at', '>=', query.since);
  if (query.tab !== undefined) select = select.where(hasId(dialectOf(db), 'tab_id', query.tab));
  if (query.before !== undefined) {
    const before = query.before;
    select = select.where('seq', '<', (is) =>
      is.selectFrom('changesets').select('seq').where('id', '=', before).where('document_id', '=', documentId),
    );
  }
  const rows = await select
    .orderBy('seq', 'desc')
    .limit(query.limit + 1)
    .execute();
  const changesets = rows.slice(0, query.limit).map(changesetOf);
  return { changesets, next: rows.length > query.limit ? (changesets.at(-1)?.id ?? null) : null };
}

const changesetOf = (row: Head): StoredChangeset => ({
  id: row.id,
  documentId: row.document_id,
  tabId: row.tab_id,
  seq: row.seq,
  rev: row.rev,
  previousRev: row.previous_rev,
  baseRev: row.base_rev,
  author: { name: row.author_name, color: row.author_color },
  userId: row.user_id,
  tokenId: row.token_id,
  agent: row.agent === 1,
  summary: row.summary,
  counts: { added: row.added, changed: row.changed, removed: row.removed },
  revertOf: row.revert_of,
  createdAt: row.created_at,
});
