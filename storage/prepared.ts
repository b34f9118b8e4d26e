/**
 * prepared: a query built by Kysely once per dialect and run many times with other values.
 *
 * Building and compiling costs more than running on SQLite; on PostgreSQL the name lets the server keep its plan.
 * The query is built with slots in the place of values, so its form cannot depend on them. It names its columns: a plan that
 * is kept for `select *` fails once a newer version adds one.
 */
import { createHash } from 'node:crypto';

import { type CompiledQuery, SqliteAdapter } from 'kysely';

import type { Db, Dialect } from './storage.ts';

/** A compiled query that the PostgreSQL driver sends under a name. */
export type NamedQuery<R> = CompiledQuery<R> & { readonly statement: string };

/** Which database a Db, or a transaction of it, talks to. */
export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/**
 * The function that runs the query with the given values and answers its rows. `build` gets one slot per value, to be used
 * wherever Kysely takes a value (`where`, `values`, `set`, `${}` of sql), and must not look into it.
 */
export function prepareQuery<P extends object, R>(
  build: (db: Db, slots: P, dialect: Dialect) => { compile(db: Db): CompiledQuery<R> },
): (db: Db, values: P) => Promise<R[]> {
  const compiled = new Map<Dialect, NamedQuery<R>>();
  return async (db, values) => {
    const dialect = dialectOf(db);
    let query = compiled.get(dialect);
    if (query === undefined) {
      query = nameOf(build(db, slotsFor<P>(), dialect).compile(db));
      compiled.set(dialect, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof QuerySlot ? values[value.name as keyof P] : value));
    const run: NamedQuery<R> = { ...query, parameters };
    return (await db.executeQuery<R>(run)).rows;
  };
}

class QuerySlot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** An object whose every member is the slot of that name, typed as the value that will stand there. */
function slotsFor<P extends object>(): P {
  return new Proxy({}, { get: (_, name) => new QuerySlot(String(name)) }) as P;
}

const nameOf = <R>(query: CompiledQuery<R>): NamedQuery<R> => ({
  ...query,
  statement: createHash('sha256').update(query.sql).digest('base64url').slice(0, 32),
});
