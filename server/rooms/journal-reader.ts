/** Loads documents from the journal, and brings loaded ones up to its current position (SPEC.md). */
import { setImmediate as nextTurn } from 'node:timers/promises';

import * as Y from 'yjs';

import { problem, ProblemError } from '#schema/problem.ts';
import { inTurns } from '#server/in-turns.ts';
import { StorageUnavailable } from '#storage/failures.ts';
import { journalAfter, type JournalRow } from '#storage/journal.ts';
import { loadState } from '#storage/snapshots.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { LoadLimit } from './load-limit.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { Room } from './room.ts';
import { Shadow } from './shadow.ts';

/** A whole document and its position in the journal. */
export type JournalState = {
  /** To be applied in this order. */
  readonly updates: readonly Uint8Array[];
  /** The size of all updates. */
  readonly bytes: number;
  readonly seq: number;
};

/** Yjs reads everything that it merges, so larger updates are left as they are, and so are the results. */
const mergedBytesMax = 64 * 1024;

const loadsAtOnce = 4;

export type JournalReaderOptions = {
  readonly storage: Storage;
  readonly rooms: LoadedRooms;
  readonly budget: MemoryBudget;
  readonly log: { error(data: object, message: string): void };
  /** Called once if a journal is behind the position that this node has seen, until it has caught up. */
  readonly onRegressed: () => void;
};

export class JournalReader {
  readonly #options: JournalReaderOptions;
  readonly #storage: Storage;
  readonly #rooms: LoadedRooms;
  readonly #loads = new LoadLimit(loadsAtOnce);

  constructor(options: JournalReaderOptions) {
    this.#options = options;
    this.#storage = options.storage;
    this.#rooms = options.rooms;
  }

  /** Null if there is no such document. Throws StorageUnavailable, CorruptJournal. */
  load(documentId: string): Promise<JournalState | null> {
    return this.#loads.run(() => this.#state(documentId, this.#storage.db));
  }

  /**
   * The room's shadow, loaded if necessary. In a transaction `tx`, the shadow is loaded whatever memory it takes, since editors'
   * edits must reach the journal. Without one, the load waits for its turn and may throw Overloaded.
   */
  async shadow(room: Room, tx?: Db): Promise<Shadow | null> {
    if (room.shadow === null) {
      const state = await (tx === undefined ? this.load(room.id) : this.#state(room.id, tx));
      if (state === null) return null;
      this.#checkPosition(room, state.seq);
      const built = tx === undefined ? this.#options.budget.admitShadow(room.id, state.bytes) : null;
      try {
        room.shadow = await Shadow.of(state, room.clientId);
      } finally {
        built?.();
      }
      this.#options.budget.loadedShadow(room.shadow.doc);
      this.#rooms.limitShadows();
    }
    const { shadow } = room;
    if (shadow.isBehind) await catchUp(room, shadow);
    return shadow;
  }

  /**
   * Brings the room to the position `seq` of the journal. `requested`: the missing rows, if they were already queried.
   * Throws ProblemError (document_not_found).
   */
  async follow(room: Room, db: Db, seq: number, requested: Promise<JournalRow[] | null> | null = null): Promise<void> {
    this.#checkPosition(room, seq);
    if (room.behind >= seq) return;
    const rows = await (requested ?? journalAfter(db, room.id, room.behind));
    if (rows !== null) {
      room.follow(rows, seq);
      return;
    }
    const state = await this.#state(room.id, db);
    if (state === null) throw new ProblemError(problem('document_not_found'));
    room.jump(state);
  }

  /** Refuses a journal that has gone back. Called in the room's turn, so no other write happens in between. */
  #checkPosition(room: Room, seq: number): void {
    if (room.reached <= seq) {
      room.reached = seq;
      room.isRegressed = false;
      return;
    }
    if (!room.isRegressed) {
      room.isRegressed = true;
      const data = { document: room.id, at: seq, seen: room.reached };
      this.#options.log.error(data, 'the database is older than this node has seen: the document is not served');
      this.#options.onRegressed();
    }
    throw new StorageUnavailable(`the journal of ${room.id} is at ${seq}, behind ${room.reached} that this node has seen`);
  }

  async #state(documentId: string, db: Db): Promise<JournalState | null> {
    const stored = await loadState(db, documentId);
    if (stored === null) return null;
    const updates = [...(stored.snapshot === null ? [] : [stored.snapshot.bytes]), ...stored.rows.map((row) => row.bytes)];
    const room = this.#rooms.get(documentId);
    if (room !== undefined) {
      room.rowsSinceSnapshot = stored.rows.length;
      room.bytesSinceSnapshot = stored.rows.reduce((sum, row) => sum + row.bytes.length, 0);
    }
    const bytes = updates.reduce((sum, update) => sum + update.length, 0);
    room?.size.loaded(bytes + room.pending.bytes);
    return { updates: await inTurns(mergeSmall(updates)), bytes, seq: stored.seq };
  }
}

/** Merges small updates that follow one another. */
export function* mergeSmall(updates: readonly Uint8Array[]): Generator<void, Uint8Array[]> {
  const merged: Uint8Array[] = [];
  let run: Uint8Array[] = [];
  let runBytes = 0;
  for (const update of updates) {
    if (run.length > 0 && runBytes + update.length > mergedBytesMax) {
      merged.push(mergedRun(run));
      [run, runBytes] = [[], 0];
      yield;
    }
    run.push(update);
    runBytes += update.length;
  }
  if (run.length > 0) merged.push(mergedRun(run));
  return merged;
}

const mergedRun = (run: Uint8Array[]): Uint8Array => (run.length === 1 && run[0] !== undefined ? run[0] : Y.mergeUpdates(run));

/** Reads and lints the changes of a large write in several turns of the event loop. */
export async function catchUp(room: Room, shadow: Shadow): Promise<void> {
  for (; room.shadow === shadow && shadow.isBehind; await nextTurn()) shadow.catchUp();
}
