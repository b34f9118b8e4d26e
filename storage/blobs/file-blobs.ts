/**
 * file-blobs: blobs as files under a folder, by the first two digits of their hash.
 *
 * F1  A file is written beside its place, synced, and renamed into it; then its folder is synced. What lies at its place is whole.
 * F2  What a crash left half written is removed at the next start, once it is an hour old.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { StorageFull, StorageUnavailable } from '../failures.ts';
import { blobPlace } from './blob-place.ts';
import type { Blobs } from './blobs.ts';

const leftOverMs = 60 * 60 * 1_000;

/** Makes the folder. */
export async function fileBlobs(folder: string): Promise<Blobs> {
  const unfinished = join(folder, 'unfinished');
  await guarded(() => mkdir(unfinished, { recursive: true, mode: 0o700 }));
  await removeLeftOvers(unfinished);
  const placeOf = (hash: string): string => blobPlace(folder, hash);
  return {
    put: (hash, bytes) => guarded(() => write(placeOf(hash), bytes, { within: dirname(placeOf(hash)), unfinished, folder })),
    has: (hash) => guarded(() => isThere(placeOf(hash))),
    get: (hash) => guarded(() => orNull(readFile(placeOf(hash)))),
    remove: (hash) => guarded(() => rm(placeOf(hash), { force: true })),
  };
}

type Folders = { readonly within: string; readonly unfinished: string; readonly folder: string };

/** [F1] */
async function write(place: string, bytes: Uint8Array, { within, unfinished, folder }: Folders): Promise<void> {
  if (await isThere(place)) return;
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

/** [F2] Another node may be writing there right now. */
async function removeLeftOvers(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const known = await orNull(stat(path));
    if (known !== null && known.mtimeMs < Date.now() - leftOverMs) await rm(path, { force: true });
  }
}

const isThere = async (place: string): Promise<boolean> => (await orNull(stat(place))) !== null;

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Throws StorageFull and StorageUnavailable for what the disk says. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
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
