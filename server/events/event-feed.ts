/**
 * event-feed: what happens in one document, read once from the outbox for all streams of this node that follow it.
 *
 * F1  One query serves all streams: it reads on from the one that is furthest behind.
 * F2  A wake during a read leads to another read after it: what was committed before a wake is written when it resolves.
 * F3  A stream with more than a little unsent leaves: it is served at the pace of its reader, and nobody waits for it.
 * F4  A read that fails leaves every stream where it is; the next wake goes on from there.
 */
import { eventsAfter, type StoredEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import type { EventStream, ToldEvent } from './event-stream.ts';

/** [F3] */
export const behindBytes = 256 * 1024;
/** Rows in one query. */
const readRows = 500;

export type EventFeedOptions = {
  readonly documentId: string;
  readonly db: Db;
  readonly tell: (event: StoredEvent) => ToldEvent;
  readonly onFailed: (error: unknown) => void;
  /** The stream has left: its reader is slower than what happens. */
  readonly onBehind: (stream: EventStream) => void;
};

export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #streams = new Set<EventStream>();
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(options: EventFeedOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#streams.size === 0;
  }

  /** Everything up to here is written to every stream. */
  get position(): number {
    let position = Infinity;
    for (const stream of this.#streams) position = Math.min(position, stream.position);
    return position;
  }

  /** The stream gets what follows its position. */
  join(stream: EventStream): void {
    this.#streams.add(stream);
    void this.wake();
  }

  leave(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  /** [F2] Something was written. Never rejects. */
  wake(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#read()
      .catch(this.#options.onFailed)
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  /** [F3] */
  #give(stream: EventStream, events: readonly ToldEvent[]): void {
    for (const event of events) {
      if (stream.unsentBytes > behindBytes) {
        this.leave(stream);
        return this.#options.onBehind(stream);
      }
      stream.take(event);
    }
  }

  /** [F1] */
  async #read(): Promise<void> {
    const { db, documentId, tell } = this.#options;
    while (this.#again && this.#streams.size > 0) {
      this.#again = false;
      const from = this.position;
      const rows = await eventsAfter(db, documentId, from, readRows);
      if (rows.length === readRows) this.#again = true;
      const events = rows.map(tell);
      for (const stream of this.#streams) {
        // Who joined meanwhile from further behind is served by the next read.
        if (stream.position >= from) this.#give(stream, events);
      }
    }
  }
}
