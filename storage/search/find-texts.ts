/**
 * Finds texts in documents that the caller has named: which ones it may read is decided before (../SPEC.md, SX5).
 *
 * No statement touches a row of another document, so neither the work nor the order depends on what is in others.
 */
import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { SearchType } from '#schema/search.ts';

import type { Dialect } from '../storage.ts';
import type { SearchStorage } from './open-search.ts';

export type FoundText = {
  readonly documentId: string;
  readonly key: string;
  readonly type: SearchType;
  readonly tabId: string | null;
  readonly ref: string;
  readonly target: string;
  readonly body: string;
};

/** A letter, and what follows it in a word. */
export type IndexedGram = { readonly first: string; readonly rest: string };

/** Those of the documents that have all grams. */
export async function documentsWith(
  { db, dialect }: SearchStorage,
  documentIds: readonly string[],
  grams: readonly IndexedGram[],
): Promise<ReadonlySet<string>> {
  const conditions = grams.map(
    ({ first, rest }) => sql<SqlBool>`exists (
      select 1 from search_grams as g where g.document_id = list.value and g.first = ${first}
        and ${contains(dialect, sql.ref('g.rest'), `\n${rest}`)}
    )`,
  );
  const { rows } = await sql<{ id: string }>`
    select list.value as id from ${listOf(dialect, documentIds)} where ${sql.join(conditions, sql` and `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export type TextSelection = {
  /** Folded; each must be in the text. */
  readonly words: readonly string[];
  readonly types: readonly SearchType[];
  /** Only texts after this one; empty: all. */
  readonly after: string;
  readonly limit: number;
};

/** In the order of the documents, then of the texts within each. */
export async function findTexts(
  { db, dialect }: SearchStorage,
  documentIds: readonly string[],
  { words, types, after, limit }: TextSelection,
): Promise<readonly FoundText[]> {
  const { rows } = await sql<FoundText>`
    select t.document_id as "documentId", t.text_key as "key", t.type, t.tab_id as "tabId", t.ref, t.target, t.body
    from ${listOf(dialect, documentIds)} cross join search_texts as t
    where t.document_id = list.value and t.text_key > ${after} and t.type in (${sql.join(types)})
      and ${sql.join(
        words.map((word) => contains(dialect, sql.ref('t.folded'), word)),
        sql` and `,
      )}
    order by list.key, t.text_key limit ${limit}`.execute(db);
  return rows;
}

const contains = (dialect: Dialect, column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  dialect === 'sqlite' ? sql<SqlBool>`instr(${column}, ${text}) > 0` : sql<SqlBool>`strpos(${column}, ${text}) > 0`;

/** The ids as a table with `value`, and `key` in their order. */
const listOf = (dialect: Dialect, ids: readonly string[]): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(ids)}) as list`
    : sql`unnest(cast(${ids} as text[])) with ordinality as list(value, key)`;
