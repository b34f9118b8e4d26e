/**
 * Deletes images that are no longer needed, and blobs that no image refers to. An image is needed while it is in a gallery, while a document
 * names it (even one in the trash), and while its retained history, its past or an open proposal does: a
 * revert would restore it, an earlier moment shows it, and accepting the proposal places it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rooms } from '#server/rooms/port.ts';
import { type Blobs, removeStray, strayBlobs } from '#storage/blobs/blobs.ts';
import { CorruptJournal } from '#storage/failures.ts';
import { deleteImage, historyRefersTo, imagesDeletedBefore, usesOf } from '#storage/images.ts';
import { pastRefersTo } from '#storage/past/past-refers-to.ts';
import { proposalRefersTo } from '#storage/proposals.ts';
import type { Storage } from '#storage/storage.ts';
import type { SweepCounts } from '#storage/retention.ts';

export type ImageSweep = { readonly storage: Storage; readonly rooms: Rooms; readonly blobs: Blobs; readonly pastDays: number };

const hourMs = 60 * 60 * 1_000;
const batch = 100;

/** Deletes what expired before `now` (ms). Throws what storage throws; deletions up to then remain. */
export async function sweepImages({ storage, rooms, blobs, pastDays }: ImageSweep, now: number): Promise<SweepCounts> {
  let [images, bytes, after] = [0, 0, ''];
  for (;;) {
    const candidates = await imagesDeletedBefore(storage.db, now - limits.changesetRetentionDays * 24 * hourMs, after, batch);
    for (const { id } of candidates) {
      after = id;
      if (await isNeeded(id)) continue;
      if (await storage.transact((tx) => deleteImage(tx, id))) images += 1;
    }
    if (candidates.length < batch) break;
    await nextTurn();
  }
  const before = now - limits.strayBlobHours * hourMs;
  for (let strays = await strayBlobs(storage.db, before, batch); strays.length > 0;) {
    for (const hash of strays) if (await removeStray(storage, blobs, hash, before)) bytes += 1;
    strays = strays.length < batch ? [] : await strayBlobs(storage.db, before, batch);
  }
  return { images, blobs: bytes };

  async function isNeeded(imageId: string): Promise<boolean> {
    for (const documentId of await usesOf(storage.db, imageId)) {
      if (await isNamedIn(documentId, imageId)) return true;
      if (await historyRefersTo(storage.db, documentId, imageId)) return true;
      if (await proposalRefersTo(storage.db, documentId, imageId)) return true;
    }
    return false;
  }

  /** Now or in its past. A document that cannot be read counts as naming every image placed in it. */
  async function isNamedIn(documentId: string, imageId: string): Promise<boolean> {
    try {
      const isNamed = await rooms.read(documentId, (reading) => reading.images().has(imageId));
      if (isProblem(isNamed) || isNamed) return true;
      return await pastRefersTo(storage.db, documentId, imageId, now - pastDays * 24 * hourMs);
    } catch (error) {
      if (error instanceof CorruptJournal) return true;
      throw error;
    }
  }
}
