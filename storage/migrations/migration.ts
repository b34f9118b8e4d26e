/** migration: one step forward of the tables, in the words that SQLite and PostgreSQL have for the same thing. */
import type { Dialect } from '../storage.ts';

export type Migration = {
  readonly name: string;
  /**
   * True for a step after which the release before it still works: it only adds tables, indexes, and columns that may be left
   * out of an insert. Statements name their columns, so none of them meets what it does not know.
   */
  readonly isAddition?: boolean;
  readonly statements: (types: ColumnTypes) => readonly string[];
};

export type ColumnTypes = {
  /** Compared byte by byte, whatever the locale of the database: ids sort by time. */
  readonly text: string;
  readonly integer: string;
  readonly bytes: string;
  /** A primary key that rises by itself and is never given twice. */
  readonly position: string;
  /** Follows the columns of a table. */
  readonly table: string;
  /** The same for one that is read by its primary key's order. */
  readonly clustered: string;
  /** The same for one whose rows are updated often. */
  readonly updated: (table: string) => string;
  /** Leaves a column as it comes: what is stored there is compressed by its form, or read too often. */
  readonly uncompressed: (table: string, column: string) => readonly string[];
};

export const columnTypes: { readonly [D in Dialect]: ColumnTypes } = {
  sqlite: {
    text: 'text',
    integer: 'integer',
    bytes: 'blob',
    position: 'integer primary key autoincrement',
    table: 'strict',
    clustered: 'strict, without rowid',
    updated: (table) => table,
    uncompressed: () => [],
  },
  postgres: {
    text: 'text collate "C"',
    integer: 'bigint',
    bytes: 'bytea',
    position: 'bigint generated always as identity primary key',
    table: '',
    clustered: '',
    updated: () => 'with (fillfactor = 70)',
    uncompressed: (table, column) => [`alter table ${table} alter column ${column} set storage external`],
  },
};
