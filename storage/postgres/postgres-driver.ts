/**
 * A Kysely driver over a pool of pg connections, with a limit on every wait (SPEC.md).
 *
 * A connection with an unanswered statement is discarded: the server may still be working on it.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';

import { StorageUnavailable } from '../failures.ts';
import { connectionLost, isOfAborted, postgresFailure } from './postgres-failure.ts';

export type PostgresLimits = {
  /** One statement including its wait for locks, as measured by the client. */
  readonly statementMs: number;
  /** A transaction from its request for a connection to its last statement. */
  readonly transactionMs: number;
};

export type PostgresDriverConfig = { readonly pool: pg.Pool; readonly limits: PostgresLimits };

export const postgresDialect = (config: PostgresDriverConfig): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(config),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #limits: PostgresLimits;
  readonly #prepared = new WeakSet<pg.PoolClient>();

  constructor(config: PostgresDriverConfig) {
    this.#pool = config.pool;
    this.#limits = config.limits;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const requestedAt = Date.now();
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw new StorageUnavailable(`No connection to the database: ${messageOf(error)}`, { cause: error });
    }
    const connection = new PostgresConnection(client, this.#limits, requestedAt);
    if (!this.#prepared.has(client)) {
      try {
        await connection.query({ text: settingsOf(this.#limits) }, 'statement');
      } catch (error) {
        connection.release();
        throw error;
      }
      this.#prepared.add(client);
    }
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    own(connection).release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    own(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

type Statement = { readonly text: string; readonly values?: unknown[]; readonly name?: string };

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #limits: PostgresLimits;
  readonly #requestedAt: number;
  #inTransaction = false;
  /** COMMIT or ROLLBACK was called: a statement that is sent later would be committed by itself. */
  #hasEnded = false;
  /** The BEGIN that was sent and not yet answered; null once it is answered. */
  #beginning: Promise<unknown> | null = null;
  /** The error after which the connection must not be used again. */
  #lost: Error | null = null;
  /** Why PostgreSQL refuses what follows in the transaction. */
  #failure: unknown = null;

  constructor(client: pg.PoolClient, limits: PostgresLimits, requestedAt: number) {
    this.#client = client;
    this.#limits = limits;
    this.#requestedAt = requestedAt;
  }

  /** Sends BEGIN together with the first statement if that only reads. A write waits for BEGIN: it would be committed by itself if BEGIN failed. */
  begin(): void {
    this.#inTransaction = true;
    this.#beginning = this.query({ text: 'begin isolation level read committed' }, 'statement');
    this.#beginning.catch(() => undefined);
  }

  async commit(): Promise<void> {
    await this.#beginning;
    this.#hasEnded = true;
    const { command } = await this.query({ text: 'commit' }, 'commit');
    this.#inTransaction = false;
    // PostgreSQL answers ROLLBACK if a statement had failed and its error was caught.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back, because a statement in it had failed');
  }

  /** Never throws: if the server cannot be reached, closing the connection rolls back. */
  async rollback(): Promise<void> {
    this.#hasEnded = true;
    if (!this.#inTransaction || this.#lost !== null) return;
    try {
      await this.#client.query({ text: 'rollback', query_timeout: this.#limits.statementMs } as pg.QueryConfig);
      this.#inTransaction = false;
    } catch (error) {
      this.#lost ??= errorOf(error);
    }
  }

  release(): void {
    this.#client.release(this.#lost ?? this.#inTransaction);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    const name = 'statement' in query && typeof query.statement === 'string' ? { name: query.statement } : {};
    if (this.#beginning !== null && !/^\s*select\b/i.test(sql)) await this.#beginning;
    if (this.#hasEnded) throw new Error('the transaction has ended');
    const { rows, rowCount } = await this.query<R>({ text: sql, values: parameters as unknown[], ...name }, 'statement');
    await this.#beginning;
    this.#beginning = null;
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed from PostgreSQL');
  }

  async query<R>(
    statement: Statement,
    during: 'statement' | 'commit',
  ): Promise<{ rows: R[]; rowCount: number | null; command: string }> {
    if (this.#lost !== null) throw postgresFailure(this.#lost, 'statement');
    const leftMs = this.#inTransaction ? this.#requestedAt + this.#limits.transactionMs - Date.now() : this.#limits.statementMs;
    if (leftMs <= 0) throw new StorageUnavailable(`The transaction took longer than ${this.#limits.transactionMs} ms.`);
    try {
      const limited = { ...statement, query_timeout: Math.min(leftMs, this.#limits.statementMs) };
      const { rows, rowCount, command } = await this.#client.query(limited as pg.QueryConfig);
      return { rows: rows as R[], rowCount, command };
    } catch (error) {
      if (connectionLost(error)) this.#lost ??= errorOf(error);
      // Statements that were sent together with one that fails are refused, and would hide its reason.
      if (!isOfAborted(error) || this.#failure === null) this.#failure = postgresFailure(error, during);
      throw this.#failure;
    }
  }
}

/**
 * The server's limits are a little shorter than ours, so that it ends statements that we gave up on. synchronous_commit is at
 * least `on`; a stricter setting stays.
 */
const settingsOf = ({ statementMs, transactionMs }: PostgresLimits): string => `select
  set_config('synchronous_commit', case when current_setting('synchronous_commit') = 'remote_apply' then 'remote_apply' else 'on' end, false),
  set_config('statement_timeout', '${Math.floor(statementMs * 0.9)}', false),
  set_config('lock_timeout', '${Math.floor(statementMs * 0.8)}', false),
  set_config('idle_in_transaction_session_timeout', '${transactionMs * 2}', false)`;

const own = (connection: DatabaseConnection): PostgresConnection => connection as PostgresConnection;
const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
const messageOf = (error: unknown): string => errorOf(error).message;
