/**
 * When editors' edits are written to the journal.
 *
 * All documents share one beat, so edits that are due together share a commit. The first edits after a quiet moment are written at once;
 * beats are at least `flushMs` apart. A failed flush is retried, with increasing delays.
 */
import { ProblemError } from '#schema/problem.ts';

import type { Writer } from './writer.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
import type { Room } from './room.ts';

export type FlushSchedulerOptions = {
  readonly rooms: LoadedRooms;
  readonly writer: Writer;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** The least time between two beats: how long editors' edits may wait for others, of any document, to share their commit. */
  readonly flushMs: number;
  /** Called if the document was deleted permanently while it had pending edits. */
  readonly onDeleted: (documentId: string) => void;
};

const retryMsFirst = 50;
const retryMsMax = 2_000;
/** Delay of retries while the node stops. */
const retryAtEndMs = 100;

export class FlushScheduler {
  readonly #options: FlushSchedulerOptions;
  /** Rooms whose edits are written on the next beat. */
  readonly #due = new Set<Room>();
  #beat: NodeJS.Timeout | null = null;
  /** When the last beat was, ms. */
  #beatAt = Number.NEGATIVE_INFINITY;

  constructor(options: FlushSchedulerOptions) {
    this.#options = options;
  }

  /** Writes the room's edits on the next beat. */
  schedule(room: Room): void {
    if (room.flushTimer !== null) return;
    this.#due.add(room);
    this.#beat ??= setTimeout(
      () => {
        const due = [...this.#due];
        this.#due.clear();
        this.#beat = null;
        this.#beatAt = performance.now();
        for (const one of due) this.#flushNow(one);
      },
      Math.max(0, this.#beatAt + this.#options.flushMs - performance.now()),
    );
  }

  /** Journals the pending edits now. Throws what storage throws. */
  async flush(room: Room): Promise<void> {
    if (!room.pending.unsettled) return;
    await room.turn(async () => {
      if (room.pending.empty) return;
      try {
        await this.#options.writer.flush(room);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        // The document and its journal were deleted.
        room.pending.take();
        this.#options.onDeleted(room.id);
      }
    });
  }

  /** Journals all pending edits, with retries; those not stored within `deadlineMs` stay unacknowledged. */
  async flushAll(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, deadlineMs);
    });
    await Promise.race([Promise.all(this.#options.rooms.all().map((room) => this.#flushUntilDone(room, deadline))), timeout]);
    clearTimeout(timer);
  }

  close(): void {
    if (this.#beat !== null) clearTimeout(this.#beat);
    for (const room of this.#options.rooms.all()) if (room.flushTimer !== null) clearTimeout(room.flushTimer);
  }

  async #flushUntilDone(room: Room, deadline: number): Promise<void> {
    for (;;) {
      try {
        await this.flush(room);
        await room.tabEvents.emitAll();
        await room.cardEvents.emitAll();
        return;
      } catch (error) {
        if (performance.now() + retryAtEndMs < deadline) await new Promise((resolve) => setTimeout(resolve, retryAtEndMs));
        else
          return this.#options.log.error(
            { err: error, document: room.id },
            'edits could not be journaled before the node stopped',
          );
      }
    }
  }

  #flushNow(room: Room): void {
    this.flush(room).then(
      () => {
        room.flushFailures = 0;
      },
      (error: unknown) => this.#failed(room, error),
    );
  }

  #failed(room: Room, error: unknown): void {
    room.flushFailures += 1;
    const data = { err: error, document: room.id, failures: room.flushFailures };
    this.#options.log.warn(data, 'edits of editors could not be journaled yet');
    if (room.flushTimer !== null) return;
    room.flushTimer = setTimeout(
      () => {
        room.flushTimer = null;
        this.#flushNow(room);
      },
      Math.min(retryMsMax, retryMsFirst * 2 ** room.flushFailures),
    );
  }
}
