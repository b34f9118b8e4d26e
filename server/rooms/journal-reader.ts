/**
 * journal-reader: brings what is loaded of a document to where its journal stands.
 *
 * J1  A failed load never becomes an empty document: it throws, and the room stays without one.
 * J2  A journal that stands behind what was seen of it is refused: an older database must not be built upon.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import * as Y from 'yjs';

import { problem, ProblemError } from '#schema/problem.ts';
import { StorageUnavailable } from '#storage/failures.ts';
import { journalAfter, type JournalRow } from '#storage/journal.ts';
import { loadState } from '#storage/snapshots.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { LoadLimit } from './load-limit.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { Room } from './room.ts';
import { Shadow } from './shadow.ts';

/** A whole document as one update, and its position in the journal. */
export type JournalState = { readonly update: Uint8Array; readonly seq: number };

const loadsAtOnce = 4;

export type JournalReaderOptions = {
  readonly storage: Storage;
  readonly rooms: LoadedRooms;
  readonly budget: MemoryBudget;
  readonly log: { error(data: object, message: string): void };
  /** [J2] Called when a journal is found to stand behind what was seen of it, once until it stands there again. */
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

  /** [J1] Null when there is no such document. Throws StorageUnavailable, CorruptJournal. */
  load(documentId: string): Promise<JournalState | null> {
    return this.#loads.run(() => this.#state(documentId, this.#storage.db));
  }

  /**
   * The room's shadow, loaded when it has none. `tx`: the transaction that is under way, in which editors' edits get to the
   * journal whatever memory that takes; without one a load waits for its turn. Throws Overloaded.
   */
  async shadow(room: Room, tx?: Db): Promise<Shadow | null> {
    if (room.shadow === null) {
      const state = await (tx === undefined ? this.load(room.id) : this.#state(room.id, tx));
      if (state === null) return null;
      this.#reach(room, state.seq);
      if (tx === undefined) this.#options.budget.admitShadow(room.id, state.update.length);
      room.shadow = new Shadow(state, room.clientId);
      this.#rooms.boundShadows();
    }
    const { shadow } = room;
    if (shadow.isBehind) await catchUp(room, shadow);
    return shadow;
  }

  /**
   * [J2] Brings what is loaded here to the position `seq` of the journal. `asked`: the rows that it lacks, asked for already.
   * Throws ProblemError (document_not_found).
   */
  async follow(room: Room, db: Db, seq: number, asked: Promise<JournalRow[] | null> | null = null): Promise<void> {
    this.#reach(room, seq);
    if (room.behind >= seq) return;
    const rows = await (asked ?? journalAfter(db, room.id, room.behind));
    if (rows !== null) {
      room.follow(rows, seq);
      return;
    }
    const state = await this.#state(room.id, db);
    if (state === null) throw new ProblemError(problem('document_not_found'));
    room.jump(state);
  }

  /** [J2] In the room's turn, so that no other write lies between the look at the journal and this one. */
  #reach(room: Room, seq: number): void {
    if (room.reached <= seq) {
      room.reached = seq;
      room.isRegressed = false;
      return;
    }
    if (!room.isRegressed) {
      room.isRegressed = true;
      const data = { document: room.id, at: seq, seen: room.reached };
      this.#options.log.error(data, 'the database is older than what was seen of it: the document is not served');
      this.#options.onRegressed();
    }
    throw new StorageUnavailable(`the journal of ${room.id} stands at ${seq}, behind ${room.reached} that was seen`);
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
    const [only] = updates;
    const update = updates.length === 1 && only !== undefined ? only : Y.mergeUpdates(updates);
    room?.size.loaded(update.length + room.pending.bytes);
    return { update, seq: stored.seq };
  }
}

/** Reads and lints what a large write changed, in turns of the event loop, so that others have theirs in between. */
export async function catchUp(room: Room, shadow: Shadow): Promise<void> {
  for (; room.shadow === shadow && shadow.isBehind; await nextTurn()) shadow.catchUp();
}
