/**
 * compaction: a long journal becomes a snapshot and a short tail.
 *
 * C1  A snapshot is written at exactly the position of the journal, under its lock, in the transaction that deletes the rows
 *     that it holds, but a tail.
 */
import * as Y from 'yjs';

import { lockDocument } from '#storage/journal.ts';
import { writeSnapshot } from '#storage/snapshots.ts';
import type { Storage } from '#storage/storage.ts';

import type { JournalReader } from './journal-reader.ts';
import type { Room } from './room.ts';

export type CompactionOptions = {
  readonly storage: Storage;
  readonly reader: JournalReader;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  readonly compactRows: number;
  readonly compactBytes: number;
  /** Rows kept behind a snapshot: nodes a little behind follow by rows, and a corrupt snapshot can be made anew. */
  readonly keepTailRows: number;
};

export class Compaction {
  readonly #options: CompactionOptions;

  constructor(options: CompactionOptions) {
    this.#options = options;
  }

  /** Compacts soon what has grown long; nobody waits for it. */
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

  /** [C1] */
  async compact(room: Room): Promise<void> {
    const { storage, reader, now, keepTailRows } = this.#options;
    await room.turn(async () => {
      const shadow = await reader.shadow(room);
      if (shadow === null) return;
      await storage.transact(async (tx) => {
        const locked = await lockDocument(tx, room.id);
        if (locked === null) return;
        await reader.follow(room, tx, locked.seq);
        const snapshot = { seq: shadow.at, bytes: Y.encodeStateAsUpdate(shadow.doc), at: now() };
        await writeSnapshot(tx, room.id, snapshot, keepTailRows);
      });
    });
  }
}
