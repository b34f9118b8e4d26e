/**
 * The embedded database: a file in the data folder.
 *
 * One connection writes, one transaction after another; a second one reads beside it. With synchronous=NORMAL SQLite syncs its log
 * only before it copies pages from it to the database, so that a sync never blocks the event loop; log-sync.ts syncs each commit.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import { StorageUnavailable } from '../failures.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Storage } from '../storage.ts';
import type { Tables } from '../tables.ts';
import { LogFile, LogSync } from './log-sync.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { sqliteFailure } from './sqlite-failure.ts';
import { syncFile } from './sync-file.ts';
import { Turns } from './turns.ts';

export type SqliteConfig = {
  readonly dataDir: string;
  readonly syncLog?: () => Promise<void>;
  readonly onBroken?: (error: Error) => void;
};

/** The longest that a transaction waits for those before it, then for another process (the administration command). */
const waitMs = 5_000;

export async function openSqlite(config: SqliteConfig): Promise<Storage> {
  const file = join(makeDataDir(config.dataDir), 'atelier.db');
  const writeConnection = openDatabase(file);
  const logFile = new LogFile(file);
  const log = new LogSync(config.syncLog ?? (() => logFile.sync()));
  const writer = new Kysely<Tables>({
    dialect: sqliteDialect({
      database: writeConnection,
      turns: new Turns(waitMs),
      log,
      busyMs: waitMs,
      ...(config.onBroken === undefined ? {} : { onBroken: config.onBroken }),
    }),
  });
  try {
    await migrate(writer);
  } catch (error) {
    writeConnection.close();
    logFile.close();
    throw error;
  }
  const readConnection = new DatabaseSync(file, { readOnly: true, timeout: waitMs });
  const reader = new Kysely<Tables>({ dialect: sqliteDialect({ database: readConnection, turns: null, log, busyMs: 0 }) });
  return {
    dialect: 'sqlite',
    db: reader,
    transact: (work) => writer.transaction().execute(work),
    async ping() {
      if (!readConnection.isOpen) throw new StorageUnavailable('The database is closed.');
      await reader.selectFrom('migrations').select('version').limit(1).execute();
    },
    async close() {
      await writer.destroy();
      // Kysely closes only what it has used.
      if (readConnection.isOpen) readConnection.close();
      logFile.close();
    },
  };
}

/** Creates the folder, readable by its owner only, and syncs its parents so that it survives a power failure. */
export function makeDataDir(dataDir: string): string {
  const folder = resolve(dataDir);
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (created !== undefined) {
    for (let parent = folder; parent !== dirname(created); parent = dirname(parent)) syncFile(dirname(parent));
  }
  return folder;
}

/**
 * Opening blocks while other processes use the database; later the driver waits without blocking. A checkpoint runs every 64 MB:
 * pages that are written repeatedly are then written once, and opening after a crash reads at most that much.
 *
 * The first checkpoint runs at once (SPEC.md): what a killed process left in the log may be in the memory of the operating system
 * alone, which after a failed sync takes it for written.
 */
function openDatabase(file: string): DatabaseSync {
  // SQLite gives its WAL files the mode of the database.
  closeSync(openSync(file, 'a', 0o600));
  syncFile(dirname(file));
  const database = new DatabaseSync(file, { timeout: waitMs, enableForeignKeyConstraints: true });
  try {
    database.exec(`
      pragma busy_timeout = ${waitMs};
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma foreign_keys = on;
      pragma wal_autocheckpoint = 16000;
      pragma journal_size_limit = 67108864;
      pragma wal_checkpoint(truncate);
      pragma busy_timeout = 0;
    `);
  } catch (error) {
    database.close();
    throw sqliteFailure(error, 'statement');
  }
  return database;
}
