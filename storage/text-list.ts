/**
 * A list of texts as one parameter, so that the statement is the same for any number of them.
 *
 * SQLite gets it as JSON, PostgreSQL as an array: the index answers a condition on an array whatever the planner estimates, unlike a
 * join with the elements of a JSON value.
 */
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import { dialectOf } from './prepared.ts';
import type { Db, Dialect } from './storage.ts';

/** The parameter for a list. */
export type TextList = string | readonly string[];

export const textList = (db: Db, values: readonly string[]): TextList =>
  dialectOf(db) === 'sqlite' ? JSON.stringify(values) : values;

/** The list as a table with one column, `value`. */
export const rowsOf = (dialect: Dialect, list: TextList): RawBuilder<{ value: string }> =>
  dialect === 'sqlite' ? sql`json_each(${list}) as list` : sql`unnest(cast(${list} as text[])) as list(value)`;

/** True if the column is one of the list. `column` is a name in our code (`table.column`), never a user's text. */
export const isAmong = (dialect: Dialect, column: string, list: TextList): Expression<SqlBool> =>
  dialect === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<SqlBool>`${sql.ref(column)} = any(cast(${list} as text[]))`;

/** `isAmong` for a query that is not prepared. */
export const among = (db: Db, column: string, values: readonly string[]): Expression<SqlBool> =>
  isAmong(dialectOf(db), column, textList(db, values));
