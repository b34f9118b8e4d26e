/** open-postgres: a pool of connections to PostgreSQL, shared by all nodes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { Kysely, sql } from 'kysely';
import pg from 'pg';

import { StorageUnavailable } from '../failures.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Storage } from '../storage.ts';
import type { Tables } from '../tables.ts';
import { postgresDialect } from './postgres-driver.ts';

export type PostgresConfig = {
  readonly databaseUrl: string;
  readonly poolSize?: number;
  readonly onConnectionLost?: (error: Error) => void;
};

/** A call gets a connection and an answer, or a refusal, within 5 seconds. */
const connectMs = 2_000;
const limits = { statementMs: 3_000, transactionMs: 5_000 };
/** Migrating waits for the node that is at it, and may rewrite tables. */
const migrationLimits = { statementMs: 600_000, transactionMs: 600_000 };
/** A server that is frozen never answers our goodbye. */
const closeMs = 2_000;
const int8 = 20;

export async function openPostgres(config: PostgresConfig): Promise<Storage> {
  const migrating = new Kysely<Tables>({
    dialect: postgresDialect({ pool: openPool(config, 1), limits: migrationLimits }),
  });
  try {
    await migrate(migrating);
  } finally {
    await migrating.destroy();
  }
  const pool = openPool(config, config.poolSize ?? 10);
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, limits }) });
  return {
    dialect: 'postgres',
    db,
    transact: (work) => db.transaction().execute(work),
    async ping() {
      const { rows } = await sql<{ writable: boolean }>`
        select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`.execute(db);
      if (rows[0]?.writable !== true) throw new StorageUnavailable('The database is read-only.');
    },
    async close() {
      const late = new AbortController();
      await Promise.race([db.destroy(), sleep(closeMs, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
    },
  };
}

function openPool(config: PostgresConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'atelier',
    // Statements that a transaction sends together go out together.
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without these two the loss of a connection, idle or in use, ends the process.
  pool.on('error', (error) => config.onConnectionLost?.(error));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
