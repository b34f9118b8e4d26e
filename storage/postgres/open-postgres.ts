/** A pool of connections to PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';

import { type Dialect, Kysely, sql } from 'kysely';
import pg from 'pg';

import { StorageRefusal, StorageUnavailable } from '../failures.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Storage } from '../storage.ts';
import type { Tables } from '../tables.ts';
import { BatchedSocket } from './batched-socket.ts';
import { PipelinedTransactions } from './pipelined-transaction.ts';
import { postgresDialect, type PostgresLimits } from './postgres-driver.ts';

export type PostgresConfig = {
  readonly databaseUrl: string;
  readonly poolSize?: number;
  readonly onConnectionLost?: (error: Error) => void;
  /** Connects in place of pg; for tests. */
  readonly Client?: NonNullable<pg.PoolConfig['Client']>;
};

/** Together they limit a call to 5 seconds. */
const connectMs = 2_000;
const limits = { statementMs: 3_000, transactionMs: 5_000 };
/** A migration waits for the node that is migrating, and may rewrite tables. */
const migrationLimits = { statementMs: 600_000, transactionMs: 600_000 };
/** A frozen server does not answer the end of a connection. */
const closeMs = 2_000;
const int8 = 20;

export async function openPostgres(config: PostgresConfig): Promise<Storage> {
  const migrating = openDatabase(config, 1, migrationLimits);
  try {
    await migrate(migrating);
    await assertComplete(migrating);
  } finally {
    await migrating.destroy();
  }
  return openMigrated(config);
}

/** The storage over a database that has all tables. */
export function openMigrated(config: PostgresConfig): Storage {
  const dialect = dialectOf(config, config.poolSize ?? 10, limits);
  const db = new Kysely<Tables>({ dialect });
  const transactions = new PipelinedTransactions(db, dialect);
  return {
    dialect: 'postgres',
    db,
    transact: (work) => transactions.run(work),
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

/** One connection with time for large statements. Checks and creates nothing. */
export const openForMoving = (databaseUrl: string): Kysely<Tables> => openDatabase({ databaseUrl }, 1, migrationLimits);

const openDatabase = (config: PostgresConfig, connections: number, within: PostgresLimits): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: dialectOf(config, connections, within) });

const dialectOf = (config: PostgresConfig, connections: number, within: PostgresLimits): Dialect =>
  postgresDialect({ pool: openPool(config, connections), limits: within });

/** Refuses a database with an incomplete move, which looks like a whole installation (moving/target.ts). */
async function assertComplete(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ moving: boolean }>`select to_regclass('moving') is not null as moving`.execute(db);
  if (rows[0]?.moving === true)
    throw new StorageRefusal('An installation is being moved into this database: let that command finish first.');
}

function openPool(config: PostgresConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'atelier',
    // Sends concurrent statements of a transaction without waiting for the answers in between.
    pipeline: true,
    stream: () => new BatchedSocket(),
    ...(config.Client !== undefined && { Client: config.Client }),
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without these two listeners the loss of a connection, idle or in use, would end the process.
  pool.on('error', (error) => config.onConnectionLost?.(error));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
