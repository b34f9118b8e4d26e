/** One migration of the tables, in terms that SQLite and PostgreSQL share. */
import type { Dialect } from '../storage.ts';

export type Migration = {
  readonly name: string;
  /**
   * True if the previous release still works after this migration: it only adds tables, indexes, and columns that inserts may omit, or
   * changes how rows are stored.
   * Statements name their columns, so they never read columns that they do not know. A dialect: true there only.
   */
  readonly isAddition?: boolean | Dialect;
  readonly statements: (types: ColumnTypes) => readonly string[];
};

export type ColumnTypes = {
  /** Compared byte by byte, whatever the locale of the database, so that ids sort by time. */
  readonly text: string;
  readonly integer: string;
  readonly bytes: string;
  /** A generated primary key, ascending and never reused. */
  readonly position: string;
  /** Follows the columns of a table. */
  readonly table: string;
  /** Follows the columns of a table that is read in the order of its primary key. */
  readonly clustered: string;
  /** Wraps `table` or `clustered` for a table whose rows are updated often. */
  readonly updated: (table: string) => string;
  /** Turns off compression of a column whose values are compressed already or read too often. */
  readonly uncompressed: (table: string, column: string) => readonly string[];
  /** Gives a table another form with the same columns; `definition` follows its name. Only SQLite has more than one form. */
  readonly rebuilt: (table: string, definition: string) => readonly string[];
  /** Statements that PostgreSQL does not need. */
  readonly sqliteOnly: (...statements: readonly string[]) => readonly string[];
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
    rebuilt: (table, definition) => [
      `create table ${table}_rebuilt ${definition}`,
      `insert into ${table}_rebuilt select * from ${table}`,
      `drop table ${table}`,
      `alter table ${table}_rebuilt rename to ${table}`,
    ],
    sqliteOnly: (...statements) => statements,
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
    rebuilt: () => [],
    sqliteOnly: () => [],
  },
};
