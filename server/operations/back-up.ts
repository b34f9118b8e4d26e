/**
 * The command `atelier admin backup --to FOLDER`: copies a data folder, also beside a running server (SPEC.md). The copy is a data folder.
 *
 * Images are copied before the database, so that none is deleted in between that the copy refers to, and again after it, for those that
 * were added in between.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { blobPlace } from '#storage/blobs/blob-place.ts';
import { copyDatabase } from '#storage/sqlite/copy-database.ts';
import { syncFile } from '#storage/sqlite/sync-file.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { type Environment, embeddedImages, readBlobs, readStorage } from './config.ts';

export type BackUpAnswer = {
  readonly backup: string;
  readonly documents: number;
  /** Null if they are in a bucket, which has copies of its own. */
  readonly images: number | null;
};

/** Throws AdminUsageError, AdminRefusal, and what storage throws. */
export function backUp(env: Environment, words: readonly string[]): BackUpAnswer {
  const folder = folderOf(words);
  const storage = readStorage(env);
  if (!('dataDir' in storage))
    throw new AdminRefusal('DATABASE_URL is set: copy the database with pg_dump or pgBackRest, as docs/operations.md describes.');
  if (!existsSync(join(storage.dataDir, 'atelier.db'))) throw new AdminRefusal(`There is no database in ${storage.dataDir}.`);
  if (existsSync(folder)) throw new AdminRefusal(`${folder} exists: choose a folder that does not.`);
  const blobs = readBlobs(env);
  const source = typeof blobs === 'object' && 'folder' in blobs ? blobs.folder : null;
  // A killed command leaves no folder that looks complete.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const target = embeddedImages(unfinished);
    if (source !== null) copyImages(source, target);
    const { documents, imageHashes } = copyDatabase(storage.dataDir, unfinished);
    if (source !== null) copyImages(source, target);
    const missing = source === null ? [] : imageHashes.filter((hash) => !existsSync(blobPlace(target, hash)));
    if (missing.length > 0)
      throw new AdminRefusal(`${missing.length} images are missing in ${String(source)}, ${String(missing[0])} among them.`);
    syncFile(unfinished);
    renameSync(unfinished, folder);
    syncFile(dirname(folder));
    return { backup: folder, documents, images: source === null ? null : imageHashes.length };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Copies files that are not there yet: a file in its place is whole, and never changes. */
function copyImages(source: string, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const prefix of existsSync(source) ? readdirSync(source) : []) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
    mkdirSync(join(target, prefix), { recursive: true, mode: 0o700 });
    for (const hash of readdirSync(join(source, prefix))) copyImage(blobPlace(source, hash), blobPlace(target, hash));
    syncFile(join(target, prefix));
  }
  syncFile(target);
}

function copyImage(from: string, to: string): void {
  if (existsSync(to)) return;
  try {
    copyFileSync(from, to);
  } catch (error) {
    // It was removed since the folder was listed: nothing refers to it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  syncFile(to);
}

function folderOf(words: readonly string[]): string {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: { to: { type: 'string' } }, allowPositionals: true });
    if (positionals.length === 1 && values.to !== undefined && values.to !== '') return resolve(values.to);
  } catch {
    // Refused below.
  }
  throw new AdminUsageError('"backup" takes --to with the path of a folder that does not exist yet.');
}
