/**
 * A Kysely driver over one connection.
 *
 * One transaction at a time uses the write connection (turns.ts), and transactions of one turn of the event loop share a commit
 * (commit-group.ts), which the disk then syncs (log-sync.ts). All callers share the read connection, because a statement runs to its
 * end at once. A transaction that SQLite ended by itself, as on a full disk, accepts no further statement.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

import { CommitUnknown, StorageUnavailable } from '../failures.ts';
import { CommitGroup } from './commit-group.ts';
import type { LogSync } from './log-sync.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import type { Turns } from './turns.ts';

export type SqliteDriverConfig = {
  /** The write connection has busy_timeout 0, because SQLite would block the process while it waits. */
  readonly database: DatabaseSync;
  /** Null for the read connection. */
  readonly turns: Turns | null;
  /** Of the database, so the same for both connections. */
  readonly log: LogSync;
  /** How long BEGIN waits for another process, in milliseconds. */
  readonly busyMs: number;
  /** How long finished transactions may wait for others to share their commit, in milliseconds. Default: 10. */
  readonly groupMs?: number;
  /** Called if the disk fails during a COMMIT. From then on the connection accepts no transaction. */
  readonly onBroken?: (error: Error) => void;
};

export const sqliteDialect = (config: SqliteDriverConfig): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => new SqliteDriver(config),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** Turns serialize the connection instead of Kysely's mutex, which has no time limit. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #config: SqliteDriverConfig;
  readonly #connection: SqliteConnection;
  readonly #group: CommitGroup;
  #isCommitScheduled = false;
  #broken = false;

  constructor(config: SqliteDriverConfig) {
    this.#config = config;
    this.#connection = new SqliteConnection(config.database);
    this.#group = new CommitGroup(config.groupMs ?? 10);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#config.turns?.take();
    return new Lease(this.#connection, this.#config.turns === null ? this.#config.log : null);
  }

  async releaseConnection(lease: DatabaseConnection): Promise<void> {
    if (lease instanceof Lease && lease.isPassedOn) return;
    this.#commitSoon();
    this.#config.turns?.give();
  }

  async beginTransaction(): Promise<void> {
    if (this.#broken) throw new StorageUnavailable(diskFailed);
    if (this.#config.turns === null) throw new Error('this connection is read-only');
    if (this.#group.isEmpty) await this.#begin();
    this.#connection.beginMember();
  }

  async commitTransaction(lease: DatabaseConnection): Promise<void> {
    if (!(lease instanceof Lease)) throw new Error('the connection is not of this driver');
    this.#connection.endMember();
    await this.#passOn(lease, this.#group.join());
  }

  /** Waits as a commit does, because the reason for the rollback may be what earlier transactions wrote. */
  async rollbackTransaction(lease: DatabaseConnection): Promise<void> {
    if (!(lease instanceof Lease) || lease.isPassedOn) return;
    if (this.#group.isEmpty) this.#connection.rollback();
    else if (!this.#connection.undoMember())
      this.#group.end().fail(new StorageUnavailable('The database rolled the transaction back.'));
    const seen = this.#group.isEmpty ? this.#config.log.pending : this.#group.join();
    if (seen !== null) await this.#passOn(lease, seen);
  }

  /** Lets the next transaction begin while this one waits for the disk. */
  async #passOn(lease: Lease, stored: Promise<void>): Promise<void> {
    lease.isPassedOn = true;
    this.#commitSoon();
    this.#config.turns?.give();
    await stored;
  }

  /** Waits for the open transaction. */
  async destroy(): Promise<void> {
    await this.#config.turns?.take();
    if (!this.#group.isEmpty) this.#commit();
    await this.#config.log.pending?.catch(() => undefined);
    this.#config.database.close();
    this.#config.turns?.give();
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#config.busyMs;
    while (!this.#connection.begin()) {
      if (performance.now() >= deadline) {
        throw new StorageUnavailable(`Another process kept the database locked for ${this.#config.busyMs} ms.`);
      }
      await sleep(1 + Math.random() * 4);
    }
  }

  /**
   * Commits the group once this turn of the event loop has served all requests that have arrived, so that their transactions share the
   * commit. A transaction that is under way then is a member as well, and commits the group when it ends. During a sync of the disk
   * the group waits for its end: file systems make writes to a file wait for its sync, and later members share the commit.
   */
  #commitSoon(): void {
    if (this.#group.isEmpty) return;
    if (!this.#group.mayGrow(this.#config.log.isRunning)) return this.#commit();
    if (this.#isCommitScheduled) return;
    this.#isCommitScheduled = true;
    setImmediate(() => {
      this.#isCommitScheduled = false;
      if (this.#group.isEmpty || this.#config.turns?.isTaken === true || this.#config.log.isRunning) return;
      this.#commit();
    });
  }

  #commit(): void {
    const members = this.#group.end();
    try {
      this.#connection.commit();
    } catch (error) {
      this.#connection.rollback();
      const failure = error instanceof Error ? error : new Error(String(error));
      if (failure instanceof CommitUnknown) this.#break(failure);
      members.fail(failure);
      return;
    }
    void this.#config.log.written().then(
      () => {
        members.succeed();
        this.#commitSoon();
      },
      (failure: Error) => {
        this.#break(failure);
        members.fail(failure);
      },
    );
  }

  #break(failure: Error): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#config.onBroken?.(failure);
    if (this.#group.isEmpty) return;
    this.#connection.rollback();
    this.#group.end().fail(new StorageUnavailable(diskFailed));
  }
}

const diskFailed = 'The disk failed; the database must be reopened.';

/** The connection as one transaction uses it. */
class Lease implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  readonly #awaited: LogSync | null;
  /** True once the transaction only waits for the group's commit: its turn has been passed on. */
  isPassedOn = false;

  /** `awaited`: the log that reads wait for, as they see commits that are not on disk yet; null for transactions. */
  constructor(connection: SqliteConnection, awaited: LogSync | null) {
    this.#connection = connection;
    this.#awaited = awaited;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#connection.executeQuery<R>(query);
    try {
      await this.#awaited?.pending;
    } catch (error) {
      throw new StorageUnavailable(diskFailed, { cause: error });
    }
    return result;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>();
  }
}
