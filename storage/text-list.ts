/**
 * text-list: a list of texts as one parameter, so that the statement is the same for any number of them.
 *
 * SQLite takes it as JSON, PostgreSQL as an array: a condition on an array is answered by the index whatever the planner
 * believes about the table, which a join with the elements of a JSON value is not.
 */
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import { dialectOf } from './prepared.ts';
import type { Db, Dialect } from './storage.ts';

/** What stands for the list among the parameters. */
export type TextList = string | readonly string[];

export const textList = (db: Db, values: readonly string[]): TextList =>
  dialectOf(db) === 'sqlite' ? JSON.stringify(values) : values;

/** The list as a table with one column, `value`. */
export const rowsOf = (dialect: Dialect, list: TextList): RawBuilder<{ value: string }> =>
  dialect === 'sqlite' ? sql`json_each(${list}) as list` : sql`unnest(cast(${list} as text[])) as list(value)`;

/** "The column is one of these." `column` is a name of ours (`table.column`), never a user's text. An empty list matches nothing. */
export const isAmong = (dialect: Dialect, column: string, list: TextList): Expression<SqlBool> =>
  dialect === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<SqlBool>`${sql.ref(column)} = any(cast(${list} as text[]))`;

/** The same for a query that is not prepared. */
export const among = (db: Db, column: string, values: readonly string[]): Expression<SqlBool> =>
  isAmong(dialectOf(db), column, textList(db, values));
