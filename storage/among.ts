/** among: "the column is one of these", as one parameter, so that the statement is the same for any number of values. */
import { type Expression, sql, type SqlBool } from 'kysely';

import { dialectOf } from './prepared.ts';
import type { Db } from './tables.ts';

/** `column` is a name of ours (`table.column`), never a user's text. Takes any number of values, none matches nothing. */
export function among(db: Db, column: string, values: readonly string[]): Expression<SqlBool> {
  return dialectOf(db) === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`;
}
