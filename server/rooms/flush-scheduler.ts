/**
 * flush-scheduler: when editors' edits go to the journal.
 *
 * F1  All documents share one beat: what falls due together is committed together.
 * F2  A flush that fails is tried again, later each time, for as long as there is something to write.
 */
import { isProblem } from '#schema/problem.ts';

import type { Writer } from './writer.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
import type { Room } from './room.ts';
import { WriteTransaction } from './write-transaction.ts';

export type FlushSchedulerOptions = {
  readonly rooms: LoadedRooms;
  readonly commits: Writer;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** Editors' edits wait at most this long for others, of any document, to share their commit. */
  readonly flushMs: number;
  /** The document was removed for good while somebody still drew on it. */
  readonly onGone: (documentId: string) => void;
};

const againMsFirst = 50;
const againMsMax = 2_000;
/** At the end, a flush that failed is tried again after this pause. */
const againAtEndMs = 100;

export class FlushScheduler {
  readonly #options: FlushSchedulerOptions;
  /** Documents with edits of editors that go to the journal on the next beat. */
  readonly #due = new Set<Room>();
  #beat: NodeJS.Timeout | null = null;

  constructor(options: FlushSchedulerOptions) {
    this.#options = options;
  }

  /** [F1] */
  onBeat(room: Room): void {
    if (room.flushTimer !== null) return;
    this.#due.add(room);
    this.#beat ??= setTimeout(() => {
      const due = [...this.#due];
      this.#due.clear();
      this.#beat = null;
      for (const one of due) this.#now(one);
    }, this.#options.flushMs);
  }

  /** Journals what is pending now. Throws what storage throws. */
  async flush(room: Room): Promise<void> {
    if (!room.pending.unsettled) return;
    await room.turn(async () => {
      if (room.pending.empty) return;
      const outcome = await this.#options.commits.run(room, WriteTransaction.by(null), null);
      // There is no journal left to write to.
      if (isProblem(outcome)) {
        room.pending.take();
        this.#options.onGone(room.id);
      }
    });
  }

  /** Journals all that is pending, trying until it succeeds; what the storage does not take within `deadlineMs` stays unacknowledged. */
  async flushAll(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, deadlineMs);
    });
    await Promise.race([Promise.all(this.#options.rooms.all().map((room) => this.#untilDone(room, deadline))), over]);
    clearTimeout(timer);
  }

  close(): void {
    if (this.#beat !== null) clearTimeout(this.#beat);
    for (const room of this.#options.rooms.all()) if (room.flushTimer !== null) clearTimeout(room.flushTimer);
  }

  async #untilDone(room: Room, deadline: number): Promise<void> {
    for (;;) {
      try {
        await this.flush(room);
        await room.news.tellAll();
        await room.cardNews.tellAll();
        return;
      } catch (error) {
        if (performance.now() + againAtEndMs < deadline) await new Promise((resolve) => setTimeout(resolve, againAtEndMs));
        else return this.#options.log.error({ err: error, document: room.id }, 'edits could not be journalled at the end');
      }
    }
  }

  #now(room: Room): void {
    this.flush(room).then(
      () => {
        room.flushFailures = 0;
      },
      (error: unknown) => this.#failed(room, error),
    );
  }

  /** [F2] */
  #failed(room: Room, error: unknown): void {
    room.flushFailures += 1;
    const data = { err: error, document: room.id, failures: room.flushFailures };
    this.#options.log.warn(data, 'edits of editors are not in the journal yet');
    if (room.flushTimer !== null) return;
    room.flushTimer = setTimeout(
      () => {
        room.flushTimer = null;
        this.#now(room);
      },
      Math.min(againMsMax, againMsFirst * 2 ** room.flushFailures),
    );
  }
}
