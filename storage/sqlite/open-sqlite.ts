/**
 * open-sqlite: the embedded database, a file in the data folder.
 *
 * Two connections: one writes, transaction after transaction; one reads beside it. WAL with synchronous=FULL: a commit is
 * on disk when it returns, and a reader never waits for a writer.
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import { StorageUnavailable } from '../failures.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Storage } from '../storage.ts';
import type { Tables } from '../tables.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { sqliteFailure } from './sqlite-failure.ts';
import { Turns } from './turns.ts';

export type SqliteConfig = { readonly dataDir: string; readonly onBroken?: (error: Error) => void };

/** The longest that a transaction waits for those before it, then for another process (the administration command). */
const waitMs = 5_000;

export async function openSqlite(config: SqliteConfig): Promise<Storage> {
  const file = join(makeDataDir(config.dataDir), 'atelier.db');
  const writing = openDatabase(file);
  const writer = new Kysely<Tables>({
    dialect: sqliteDialect({
      database: writing,
      turns: new Turns(waitMs),
      busyMs: waitMs,
      ...(config.onBroken === undefined ? {} : { onBroken: config.onBroken }),
    }),
  });
  try {
    await migrate(writer);
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = new DatabaseSync(file, { readOnly: true, timeout: waitMs });
  const reader = new Kysely<Tables>({ dialect: sqliteDialect({ database: reading, turns: null, busyMs: 0 }) });
  return {
    dialect: 'sqlite',
    db: reader,
    transact: (work) => writer.transaction().execute(work),
    async ping() {
      if (!reading.isOpen) throw new StorageUnavailable('The database is closed.');
      await reader.selectFrom('migrations').select('version').limit(1).execute();
    },
    async close() {
      await writer.destroy();
      // Kysely closes only what it has used.
      if (reading.isOpen) reading.close();
    },
  };
}

/** Makes the folder, readable by its owner alone, and makes sure that it is there after a power cut. */
export function makeDataDir(dataDir: string): string {
  const folder = resolve(dataDir);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) {
    for (let parent = folder; parent !== dirname(made); parent = dirname(parent)) syncFolder(dirname(parent));
  }
  return folder;
}

/**
 * Opening waits for other processes by blocking; from then on the driver waits without. The log is brought into the database
 * every 64 MB: pages that are written again and again are then written once, and an opening after a crash reads no more.
 */
function openDatabase(file: string): DatabaseSync {
  // SQLite gives its log and index files the mode of the database.
  closeSync(openSync(file, 'a', 0o600));
  syncFolder(dirname(file));
  const database = new DatabaseSync(file, { timeout: waitMs, enableForeignKeyConstraints: true });
  try {
    database.exec(`
      pragma busy_timeout = ${waitMs};
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma wal_autocheckpoint = 16000;
      pragma journal_size_limit = 67108864;
      pragma busy_timeout = 0;
    `);
  } catch (error) {
    database.close();
    throw sqliteFailure(error, 'statement');
  }
  return database;
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
