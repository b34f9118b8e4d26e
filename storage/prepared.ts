/**
 * Builds and compiles a query with Kysely once per dialect, to run it many times with other values.
 *
 * On SQLite building and compiling cost more than running; on PostgreSQL the name lets the server keep its plan. Values are
 * replaced by slots while the query is built, so that its form cannot depend on them. Queries name their columns: a kept plan for
 * `select *` fails once a newer version adds one.
 */
import { createHash } from 'node:crypto';

import { type CompiledQuery, SqliteAdapter } from 'kysely';

import type { Db, Dialect } from './storage.ts';

/** A compiled query that the PostgreSQL driver sends under a name. */
export type NamedQuery<R> = CompiledQuery<R> & { readonly statement: string };

/** The dialect of a Db or transaction. */
export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/**
 * Returns a function that runs the query with values and returns its rows. `build` receives one slot per value, uses it wherever
 * Kysely accepts a value (`where`, `values`, `set`, `${}` of sql), and must not inspect it.
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

/** An object with a slot under every name, typed as the value that replaces it. */
function slotsFor<P extends object>(): P {
  return new Proxy({}, { get: (_, name) => new QuerySlot(String(name)) }) as P;
}

const nameOf = <R>(query: CompiledQuery<R>): NamedQuery<R> => ({
  ...query,
  statement: createHash('sha256').update(query.sql).digest('base64url').slice(0, 32),
});
