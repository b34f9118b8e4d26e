/**
 * The database, embedded (SQLite) or PostgreSQL, behind the same functions (SPEC.md).
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
  /** For reads outside a transaction. On SQLite it cannot write. */
  readonly db: Db;
  /**
   * Runs work in one transaction and commits it. SQLite: BEGIN IMMEDIATE on the one writing connection, in order of arrival;
   * transactions of one turn of the event loop share a commit. PostgreSQL: READ COMMITTED. Never call it within work: on SQLite
   * it would wait for itself and time out. Throws what work throws, StorageUnavailable, StorageFull, CommitUnknown.
   */
  transact<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Resolves if the database answers and is writable, else throws StorageUnavailable. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type StorageConfig = (EmbeddedConfig | { readonly databaseUrl: string; readonly poolSize?: number }) & {
  /**
   * Called once if the disk fails during a COMMIT. The outcome is known only after the database has been reopened, so the process
   * should end. All later transactions throw StorageUnavailable.
   */
  readonly onBroken?: (error: Error) => void;
  /** Called when the pool loses an idle connection, which it replaces by itself. */
  readonly onConnectionLost?: (error: Error) => void;
};

type EmbeddedConfig = {
  readonly dataDir: string;
  /** Syncs the log of commits, in place of the disk; for tests. */
  readonly syncLog?: () => Promise<void>;
};

/** Opens or creates the database, and migrates its tables. Throws StorageRefusal if a newer version wrote it. */
export function openStorage(config: StorageConfig): Promise<Storage> {
  return 'dataDir' in config ? openSqlite(config) : openPostgres(config);
}
