/**
 * Blobs as files below a folder. The name of the subfolder is the first two digits of the hash.
 *
 * A file is written to `unfinished`, synced and renamed to its place; then its folder is synced. A file in its place is therefore whole.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { StorageFull, StorageUnavailable } from '../failures.ts';
import { blobPlace } from './blob-place.ts';
import type { Blobs } from './blobs.ts';

const leftoverMs = 60 * 60 * 1_000;

/** Creates the folder. */
export async function fileBlobs(folder: string): Promise<Blobs> {
  const unfinished = join(folder, 'unfinished');
  await withStorageFailures(() => mkdir(unfinished, { recursive: true, mode: 0o700 }));
  await removeLeftovers(unfinished);
  const placeOf = (hash: string): string => blobPlace(folder, hash);
  return {
    put: (hash, bytes) =>
      withStorageFailures(() => write(placeOf(hash), bytes, { within: dirname(placeOf(hash)), unfinished, folder })),
    has: (hash) => withStorageFailures(() => exists(placeOf(hash))),
    get: (hash) => withStorageFailures(() => orNull(readFile(placeOf(hash)))),
    remove: (hash) => withStorageFailures(() => rm(placeOf(hash), { force: true })),
  };
}

type Folders = { readonly within: string; readonly unfinished: string; readonly folder: string };

async function write(place: string, bytes: Uint8Array, { within, unfinished, folder }: Folders): Promise<void> {
  if (await exists(place)) return;
  const draft = join(unfinished, randomUUID());
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if ((await mkdir(within, { recursive: true, mode: 0o700 })) !== undefined) await sync(folder);
    await rename(draft, place);
    await sync(within);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes files that a crash left unfinished. Younger ones may be another node's current writes. */
async function removeLeftovers(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const stats = await orNull(stat(path));
    if (stats !== null && stats.mtimeMs < Date.now() - leftoverMs) await rm(path, { force: true });
  }
}

const exists = async (place: string): Promise<boolean> => (await orNull(stat(place))) !== null;

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Turns errors of the disk into StorageFull and StorageUnavailable. */
async function withStorageFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull('The disk with the images is full.', { cause: error });
    if (code === null) throw error;
    throw new StorageUnavailable(`The folder of the images cannot be used: ${code}.`, { cause: error });
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
