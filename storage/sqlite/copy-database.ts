/** Copies the database of a data folder as it is at one moment, also beside a running server (SPEC.md). */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StorageRefusal } from '../failures.ts';
import { syncFile } from './sync-file.ts';
import { sqliteFailure } from './sqlite-failure.ts';

export type CopiedDatabase = { readonly path: string; readonly documents: number; readonly imageHashes: readonly string[] };

/** `to`: a folder without a database. Reads wait for no one, and keep no writer waiting. */
export function copyDatabase(dataDir: string, to: string): CopiedDatabase {
  const path = join(to, 'atelier.db');
  try {
    const source = new DatabaseSync(join(dataDir, 'atelier.db'), { readOnly: true, timeout: 5_000 });
    try {
      source.prepare('vacuum into ?').run(path);
    } finally {
      source.close();
    }
    chmodSync(path, 0o600);
    syncFile(path);
    return { path, ...contentsOf(path) };
  } catch (error) {
    throw sqliteFailure(error, 'statement');
  }
}

/** Throws StorageRefusal if the copy is not sound. */
function contentsOf(path: string): Omit<CopiedDatabase, 'path'> {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const [check] = copy.prepare('pragma quick_check(1)').all();
    if (check?.['quick_check'] !== 'ok') throw new StorageRefusal(`The database is damaged: ${String(check?.['quick_check'])}.`);
    const documents = Number(copy.prepare('select count(*) as count from documents').get()?.['count']);
    const hashes = copy.prepare('select distinct hash from images').all();
    return { documents, imageHashes: hashes.map(({ hash }) => String(hash)) };
  } finally {
    copy.close();
  }
}
