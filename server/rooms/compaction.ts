/**
 * Replaces a long journal by a snapshot and a short tail, and packs the rows for those who read the past (storage/past/).
 *
 * The snapshot is written at exactly the position of the journal, under the document's lock, in the transaction that deletes rows. That
 * of a large document is made in a thread meanwhile, at the position where that began.
 */
import * as Y from 'yjs';

import { lockDocument } from '#storage/journal.ts';
import { keepPast, preparePast, type PreparedPast } from '#storage/past/keep-past.ts';
import { loadState, writeSnapshot } from '#storage/snapshots.ts';
import type { Db, Storage } from '#storage/storage.ts';

import type { JournalReader } from './journal-reader.ts';
import type { Room } from './room.ts';
import { encodedApart } from './snapshot-thread.ts';

export type CompactionOptions = {
  readonly storage: Storage;
  readonly reader: JournalReader;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  readonly compactRows: number;
  readonly compactBytes: number;
  readonly compactApartBytes: number;
  /** Rows kept before a snapshot: nodes that are slightly behind follow them, and a corrupt snapshot can be rebuilt. */
  readonly keepTailRows: number;
  readonly pastSnapshotBytes: number;
};

type Snapshot = { readonly seq: number; readonly bytes: Uint8Array; readonly at: number };

export class Compaction {
  readonly #options: CompactionOptions;

  constructor(options: CompactionOptions) {
    this.#options = options;
  }

  /** Compacts a long journal in the background. */
  consider(room: Room): void {
    const { compactRows, compactBytes, log } = this.#options;
    if (room.rowsSinceSnapshot < compactRows && room.bytesSinceSnapshot < compactBytes) return;
    room.rowsSinceSnapshot = 0;
    room.bytesSinceSnapshot = 0;
    setImmediate(() => {
      this.compact(room).catch((error: unknown) =>
        log.warn({ err: error, document: room.id }, 'the journal could not be compacted'),
      );
    });
  }

  async compact(room: Room): Promise<void> {
    const { storage, reader, now, compactApartBytes } = this.#options;
    // Encoding a loaded document takes a quarter of the time that loading it takes.
    const bytesToRead = room.shadow === null ? room.size.bytes : room.size.bytes / 4;
    if (bytesToRead > compactApartBytes && (await this.#compactApart(room))) return;
    const past = await preparePast(storage.db, room.id, this.#options);
    await room.turn(async () => {
      const shadow = await reader.shadow(room);
      if (shadow === null) return;
      await storage.transact(async (tx) => {
        const locked = await lockDocument(tx, room.id);
        if (locked === null) return;
        await reader.follow(room, tx, locked.seq);
        const snapshot = { seq: shadow.at, bytes: Y.encodeStateAsUpdate(shadow.doc), at: now() };
        await this.#replace(tx, room, past, snapshot);
      });
      // Loading the shadow counted the rows that the snapshot now covers.
      room.rowsSinceSnapshot = 0;
      room.bytesSinceSnapshot = 0;
    });
  }

  /** False if the snapshot could not be made in a thread. */
  async #compactApart(room: Room): Promise<boolean> {
    const { storage, now } = this.#options;
    const state = await loadState(storage.db, room.id);
    // What has gone back is refused where it is read.
    if (state === null || state.seq < room.reached) return false;
    const { seq, snapshot, rows } = state;
    const bytes = await encodedApart([...(snapshot === null ? [] : [snapshot.bytes]), ...rows.map((row) => row.bytes)]);
    if (bytes === null) return false;
    const past = await preparePast(storage.db, room.id, this.#options);
    await storage.transact(async (tx) => {
      const locked = await lockDocument(tx, room.id);
      if (locked !== null && locked.seq >= seq) await this.#replace(tx, room, past, { seq, bytes, at: now() });
    });
    return true;
  }

  /** Leaves everything as it is if another node compacts the document at the same time. */
  async #replace(tx: Db, room: Room, past: PreparedPast, snapshot: Snapshot): Promise<void> {
    if (await keepPast(tx, room.id, past)) await writeSnapshot(tx, room.id, snapshot, this.#options.keepTailRows);
  }
}
