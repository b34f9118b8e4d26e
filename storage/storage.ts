/**
 * storage: one door to the database, embedded (SQLite) or PostgreSQL, behind the same functions.
 *
 * S1  What `transact` resolved is on disk: SQLite WAL with synchronous=FULL, PostgreSQL with synchronous_commit=on.
 * S2  Work that throws leaves nothing behind, and its error comes out; nor is anything committed after a failed statement.
 * S3  Reads through `db` never wait for a transaction that is under way, and see only what is committed.
 * S4  Nothing waits for ever: a call that cannot be served in about 5 seconds throws StorageUnavailable.
 *
 * The functions that read and write (journal.ts, documents.ts, …) take `db` or a transaction of it.
 */
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Db, Tables } from './tables.ts';

export type { Db, Tables };

export type Dialect = 'sqlite' | 'postgres';

export type Storage = {
  readonly dialect: Dialect;
  /** Reads outside a transaction; on SQLite it cannot write at all. */
  readonly db: Db;
  /**
   * Runs work in one transaction and commits. SQLite: BEGIN IMMEDIATE on the one writing connection, first come first
   * served, a commit shared by those that wait for one another. PostgreSQL: READ COMMITTED. Never call it within work: on SQLite that waits for itself and times out.
   * Throws what work throws, StorageUnavailable, StorageFull, CommitUnknown.
   */
  transact<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Resolves when the database answers and can be written; else throws StorageUnavailable. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type StorageConfig = ({ readonly dataDir: string } | { readonly databaseUrl: string; readonly poolSize?: number }) & {
  /**
   * Called once when the disk failed under a COMMIT: what the database holds is known only after it is opened anew, so
   * the process should end. Every later transaction throws StorageUnavailable.
   */
  readonly onBroken?: (error: Error) => void;
  /** Told of connections that the pool lost while idle; they are replaced without anyone's doing. */
  readonly onConnectionLost?: (error: Error) => void;
};

/** Opens the database, makes it when there is none, and brings its tables up to date. Throws StorageRefused when it is newer. */
export function openStorage(config: StorageConfig): Promise<Storage> {
  return 'dataDir' in config ? openSqlite(config) : openPostgres(config);
}
