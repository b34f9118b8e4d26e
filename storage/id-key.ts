/**
 * Conditions on ids in tables whose indexes contain only the end of an id on SQLite: with the whole id, which every write repeats,
 * an index had four times as many pages to write (migrations/narrow-indexes.ts). Rows of other ids with the same end are few.
 */
import { type Expression, sql, type SqlBool } from 'kysely';

import type { Dialect } from './storage.ts';

type IdColumn = 'document_id' | 'outbox.document_id' | 'newer.document_id' | 'tab_id';

/** True if the column is the id. `id`: a value, or the name of another column as `sql.ref`. */
export const hasId = (dialect: Dialect, column: IdColumn, id: unknown): Expression<SqlBool> =>
  dialect === 'sqlite'
    ? sql<SqlBool>`substr(${sql.ref(column)}, -5) = substr(${id}, -5) and ${sql.ref(column)} = ${id}`
    : sql<SqlBool>`${sql.ref(column)} = ${id}`;
