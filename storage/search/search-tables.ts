/**
 * The tables of the search index, the same on SQLite and PostgreSQL (../SPEC.md, SX).
 *
 * They contain nothing that is not derived from journals, so they belong to no migration and are neither moved nor in a backup.
 */
import type { Kysely } from 'kysely';

import type { SearchType } from '#schema/search.ts';

import type { ColumnTypes } from '../migrations/migration.ts';

export type SearchTables = {
  search_documents: SearchDocumentRow;
  search_texts: SearchTextRow;
  search_grams: SearchGramRow;
};

export type SearchDb = Kysely<SearchTables>;

/**
 * How far a document is indexed. `seq`, `at`: the last row of its journal that the index contains; `seq` is -1 while a change of many rows is
 * being written. `form`: of the derivation that wrote it. `stamp`: changes with every write, so that one node at a time writes.
 */
type SearchDocumentRow = { document_id: string; seq: number; at: number; form: number; stamp: string };

/** `text_key`: the order of hits within a document. `target`: the full id that an address names. */
type SearchTextRow = {
  document_id: string;
  text_key: string;
  type: SearchType;
  tab_id: string | null;
  ref: string;
  target: string;
  body: string;
  folded: string;
};

/** The grams of a document (core/search/grams.ts). */
type SearchGramRow = { document_id: string; first: string; rest: string };

export const searchTableNames = ['search_documents', 'search_texts', 'search_grams'] as const;

export const searchStatements = ({ text, integer, table, clustered, updated }: ColumnTypes): readonly string[] => [
  `create table if not exists search_documents (
    document_id ${text} primary key, seq ${integer} not null, at ${integer} not null, form ${integer} not null, stamp ${text} not null
  ) ${updated(table)}`,
  `create table if not exists search_texts (
    document_id ${text} not null, text_key ${text} not null, type ${text} not null, tab_id ${text}, ref ${text} not null,
    target ${text} not null, body ${text} not null, folded ${text} not null, primary key (document_id, text_key)
  ) ${clustered}`,
  `create table if not exists search_grams (
    document_id ${text} not null, first ${text} not null, rest ${text} not null, primary key (document_id, first)
  ) ${clustered}`,
];
