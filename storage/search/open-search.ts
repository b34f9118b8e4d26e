/**
 * The search index beside the database, behind the same functions for both kinds (../SPEC.md, SX).
 *
 * Embedded it is a file of its own: its writes share neither commits nor syncs with those of documents, and a damaged file is deleted. On
 * PostgreSQL it is three tables of the same database.
 */
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Kysely, sql } from 'kysely';

import { StorageUnavailable } from '../failures.ts';
import { columnTypes } from '../migrations/migration.ts';
import { LogSync } from '../sqlite/log-sync.ts';
import { makeDataDir } from '../sqlite/open-sqlite.ts';
import { sqliteDialect } from '../sqlite/sqlite-driver.ts';
import { Turns } from '../sqlite/turns.ts';
import type { Dialect, Storage } from '../storage.ts';
import { type SearchDb, type SearchTables, searchStatements, searchTableNames } from './search-tables.ts';

export type SearchStorage = {
  readonly dialect: Dialect;
  /** For reads. */
  readonly db: SearchDb;
  transact<T>(work: (tx: SearchDb) => Promise<T>): Promise<T>;
  /** Opens the index, or creates an empty one. Called before anything else. */
  prepare(): Promise<void>;
  /** Makes an empty index in the place of a lost or damaged one. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** `dataDir`: the data folder of an embedded installation. Opens and creates nothing yet. */
export function openSearch(storage: Storage, dataDir: string | null): SearchStorage {
  return storage.dialect === 'sqlite' ? new SearchFile(dataDir) : new SearchTablesOf(storage);
}

class SearchTablesOf implements SearchStorage {
  readonly dialect = 'postgres';
  readonly db: SearchDb;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.db = storage.db.withTables<SearchTables>();
  }

  transact<T>(work: (tx: SearchDb) => Promise<T>): Promise<T> {
    return this.#storage.transact((tx) => work(tx.withTables<SearchTables>()));
  }

  prepare(): Promise<void> {
    return this.transact(createTables);
  }

  reset(): Promise<void> {
    return this.transact(async (tx) => {
      for (const name of searchTableNames) await sql`drop table if exists ${sql.id(name)}`.execute(tx);
      await createTables(tx);
    });
  }

  async close(): Promise<void> {}
}

/** Nodes that start together would otherwise create the same table at the same time. */
async function createTables(tx: SearchDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
  for (const statement of searchStatements(columnTypes.postgres)) await sql.raw(statement).execute(tx);
}

/** "srch" as a number. */
const advisoryLock = 0x73_72_63_68;

const fileName = 'search.db';
const fileNames = ['', '-wal', '-shm', '-journal'].map((end) => `${fileName}${end}`);
/** The longest that a write waits for those before it. */
const waitMs = 5_000;

class SearchFile implements SearchStorage {
  readonly dialect = 'sqlite';
  readonly #dataDir: string | null;
  #open: OpenFile | null = null;

  constructor(dataDir: string | null) {
    this.#dataDir = dataDir;
  }

  get db(): SearchDb {
    return this.#opened().reader;
  }

  transact<T>(work: (tx: SearchDb) => Promise<T>): Promise<T> {
    return this.#opened().writer.transaction().execute(work);
  }

  async prepare(): Promise<void> {
    const dataDir = this.#folder();
    try {
      this.#open ??= openFile(dataDir);
    } catch (error) {
      if (!isIndexDamaged(error)) throw error;
      await this.reset();
    }
  }

  async reset(): Promise<void> {
    const dataDir = this.#folder();
    await this.#open?.close();
    this.#open = null;
    for (const name of fileNames) rmSync(join(dataDir, name), { force: true });
    this.#open = openFile(dataDir);
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = null;
  }

  #folder(): string {
    if (this.#dataDir === null) throw new Error('the index of an embedded installation is in its data folder');
    return this.#dataDir;
  }

  #opened(): OpenFile {
    if (this.#open === null) throw new StorageUnavailable('The search index is not open.');
    return this.#open;
  }
}

type OpenFile = { readonly reader: SearchDb; readonly writer: SearchDb; close(): Promise<void> };

/** Its commits are not synced: after a power failure an earlier, whole state is left. */
function openFile(dataDir: string): OpenFile {
  const path = join(makeDataDir(dataDir), fileName);
  closeSync(openSync(path, 'a', 0o600));
  const writing = new DatabaseSync(path, { timeout: waitMs });
  try {
    writing.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 0');
    for (const statement of searchStatements(columnTypes.sqlite)) writing.exec(statement);
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = new DatabaseSync(path, { readOnly: true, timeout: waitMs });
  const common = { log: new LogSync(() => Promise.resolve()), busyMs: waitMs };
  const reader = new Kysely<SearchTables>({ dialect: sqliteDialect({ ...common, database: reading, turns: null }) });
  const writer = new Kysely<SearchTables>({
    dialect: sqliteDialect({ ...common, database: writing, turns: new Turns(waitMs) }),
  });
  return {
    reader,
    writer,
    async close() {
      await writer.destroy();
      await reader.destroy();
      // Kysely closes only what it has used.
      for (const database of [writing, reading]) if (database.isOpen) database.close();
    },
  };
}

/** SQLite: a page that is damaged or missing, no database. */
const damagedCodes: ReadonlySet<unknown> = new Set([11, 26, 522]);
/** PostgreSQL: no such table or column, a damaged page or index. */
const damagedStates: ReadonlySet<unknown> = new Set(['42P01', '42703', 'XX001', 'XX002']);

/** True if an error means that the index must be made again. */
export function isIndexDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) {
    const { errcode } = error;
    if (damagedCodes.has(errcode) || (typeof errcode === 'number' && damagedCodes.has(errcode & 0xff))) return true;
    return errcode === 1 && /^no such (?:table|column)/.test(error.message);
  }
  if ('code' in error && damagedStates.has(error.code)) return true;
  return error.cause !== undefined && isIndexDamaged(error.cause);
}
