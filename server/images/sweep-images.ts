/**
 * sweep-images: images that nobody needs any more go for good, and bytes that nothing refers to.
 *
 * C1  An image stays for as long as a gallery holds it, a document names it (one in the trash too), or what is kept of a
 *     document's history does: taking that back would bring it back.
 * C2  A document that cannot be read keeps what was placed in it.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rooms } from '#server/rooms/port.ts';
import { type Blobs, removeStray, strayBlobs } from '#storage/blobs/blobs.ts';
import { CorruptJournal } from '#storage/failures.ts';
import { forgetImage, historyNames, imagesDeletedBefore, usesOf } from '#storage/images.ts';
import type { Storage } from '#storage/storage.ts';
import type { SweepCounts } from '#storage/retention.ts';

export type ImageSweep = { readonly storage: Storage; readonly rooms: Rooms; readonly blobs: Blobs };

const hour = 60 * 60 * 1_000;
const batch = 100;

/** Deletes what was over before `now` (ms). Throws what storage throws; what was done until then stays done. */
export async function sweepImages({ storage, rooms, blobs }: ImageSweep, now: number): Promise<SweepCounts> {
  let [images, bytes, after] = [0, 0, ''];
  for (;;) {
    const found = await imagesDeletedBefore(storage.db, now - limits.changesetRetentionDays * 24 * hour, after, batch);
    for (const { id } of found) {
      after = id;
      if (await isNeeded(id)) continue;
      if (await storage.transact((tx) => forgetImage(tx, id))) images += 1;
    }
    if (found.length < batch) break;
    await turnOfTheLoop();
  }
  const before = now - limits.strayBlobHours * hour;
  for (let strays = await strayBlobs(storage.db, before, batch); strays.length > 0;) {
    for (const hash of strays) if (await removeStray(storage, blobs, hash, before)) bytes += 1;
    strays = strays.length < batch ? [] : await strayBlobs(storage.db, before, batch);
  }
  return { images, blobs: bytes };

  /** [C1] */
  async function isNeeded(imageId: string): Promise<boolean> {
    for (const documentId of await usesOf(storage.db, imageId)) {
      if (await isNamedIn(documentId, imageId)) return true;
      if (await historyNames(storage.db, documentId, imageId)) return true;
    }
    return false;
  }

  /** [C2] */
  async function isNamedIn(documentId: string, imageId: string): Promise<boolean> {
    try {
      const named = await rooms.read(documentId, (reading) => reading.images().has(imageId));
      return isProblem(named) || named;
    } catch (error) {
      if (error instanceof CorruptJournal) return true;
      throw error;
    }
  }
}
