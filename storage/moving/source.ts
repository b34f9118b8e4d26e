/**
 * An embedded installation as of one moment, read and never written.
 *
 * Its tables, columns, keys and their order come from the database itself, so that none can be forgotten. Images in files are read as
 * the rows of `blob_bytes` that they become.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

import { blobPlace } from '../blobs/blob-place.ts';
import { StorageRefusal } from '../failures.ts';

export type SourceTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  /** The highest generated key so far; null if the key is not generated. */
  readonly lastPosition: number | null;
};

export type SourceRow = Readonly<Record<string, SQLOutputValue>>;

export class Source {
  /** Ordered so that references come before the rows that refer to them; without the migrations. */
  readonly tables: readonly SourceTable[];
  /** The version of the last migration. */
  readonly version: number;
  /** Identifies the installation without revealing its keys. */
  readonly identity: string;
  readonly #database: DatabaseSync;
  readonly #dataVersion: number;
  readonly #blobFolder: string | null;

  /** `blobFolder`: the folder of the images, null if they are not moved. Throws StorageRefusal if the installation was never started. */
  constructor(dataDir: string, blobFolder: string | null) {
    this.#blobFolder = blobFolder;
    this.#database = new DatabaseSync(fileOf(dataDir), { readOnly: true, timeout: 5_000 });
    this.#dataVersion = this.#numberOf('pragma data_version');
    this.#database.exec('begin');
    this.tables = inOrder(this.#database);
    this.version = this.#numberOf('select max(version) from migrations');
    const key = this.#database.prepare(`select value from settings where key = 'cluster_key'`).get()?.['value'];
    if (typeof key !== 'string') {
      this.#database.close();
      throw new StorageRefusal(`The Atelier in ${dataDir} was never started: there is nothing to move.`);
    }
    this.identity = createHash('sha256').update(`installation ${key}`).digest('base64url');
  }

  /** All rows in the order of the key. */
  rows({ name, columns, key }: SourceTable): Iterable<SourceRow> {
    if (name === 'blob_bytes' && this.#blobFolder !== null) return this.#blobs(this.#blobFolder);
    const list = (names: readonly string[]): string => names.map(quoted).join(', ');
    return this.#database.prepare(`select ${list(columns)} from ${quoted(name)} order by ${list(key)}`).iterate();
  }

  /** Ends the reading. True if the database was not written since it began. */
  end(): boolean {
    this.#database.exec('rollback');
    return this.#numberOf('pragma data_version') === this.#dataVersion;
  }

  close(): void {
    this.#database.close();
  }

  /** Blobs that were claimed and never written have a row but no file. */
  *#blobs(folder: string): Iterable<SourceRow> {
    for (const { hash } of this.#database.prepare('select hash from blobs order by hash').iterate()) {
      const place = blobPlace(folder, String(hash));
      if (existsSync(place)) yield { hash: String(hash), bytes: readFileSync(place) };
    }
  }

  #numberOf(query: string): number {
    return Number(Object.values(this.#database.prepare(query).get() ?? {})[0] ?? 0);
  }
}

export const holdsInstallation = (dataDir: string): boolean => existsSync(fileOf(dataDir));

const fileOf = (dataDir: string): string => join(dataDir, 'atelier.db');

function inOrder(database: DatabaseSync): SourceTable[] {
  const names = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'migrations');
  const references = new Map(names.map((name) => [name, referencesOf(database, name)]));
  const ordered: string[] = [];
  while (ordered.length < names.length) {
    const next = names.filter(
      (name) => !ordered.includes(name) && references.get(name)?.every((other) => other === name || ordered.includes(other)),
    );
    if (next.length === 0) throw new Error('tables refer to one another in a cycle');
    ordered.push(...next);
  }
  return ordered.map((name) => describe(database, name));
}

const referencesOf = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare('select "table" as target from pragma_foreign_key_list(?)')
    .all(table)
    .map(({ target }) => String(target));

function describe(database: DatabaseSync, name: string): SourceTable {
  // The database generates `hidden` columns from others.
  const columns = database.prepare('select name, type, pk from pragma_table_xinfo(?) where hidden = 0 order by cid').all(name);
  const key = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']));
  if (key.length === 0) throw new Error(`the table ${name} has no primary key`);
  return {
    name,
    columns: columns.map(({ name: column }) => String(column)),
    key: key.map(({ name: column }) => String(column)),
    lastPosition:
      key.length === 1 && key[0]?.['type'] === 'INTEGER' ? lastPositionOf(database, name, String(key[0]['name'])) : null,
  };
}

/** Where positions are never reused the database has stored the highest one, even if its row was deleted. */
function lastPositionOf(database: DatabaseSync, name: string, key: string): number | null {
  const stored = database.prepare('select seq as position from sqlite_sequence where name = ?').get(name);
  const row = stored ?? database.prepare(`select max(${quoted(key)}) as position from ${quoted(name)}`).get();
  return row?.['position'] === null || row === undefined ? null : Number(row['position']);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
