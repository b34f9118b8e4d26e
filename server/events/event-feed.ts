/**
 * Reads the events of one document from the outbox, once for all streams of this node that follow it. If a read fails, every stream
 * keeps its position and the next wake continues from there.
 */
import { eventsAfter, type StoredEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import type { EventStream, SerializedEvent } from './event-stream.ts';

/** A stream with more unsent bytes leaves the feed and is served at the pace of its reader, so that no other stream waits for it. */
export const behindBytes = 256 * 1024;
const rowsPerQuery = 500;

export type EventFeedOptions = {
  readonly documentId: string;
  readonly db: Db;
  readonly serialize: (event: StoredEvent) => SerializedEvent;
  readonly onFailed: (error: unknown) => void;
  /** Called when a stream has left because its reader is too slow. */
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

  /** Every stream has been given all events up to here. */
  get position(): number {
    let position = Infinity;
    for (const stream of this.#streams) position = Math.min(position, stream.position);
    return position;
  }

  /** Gives the stream the events after its position from now on. */
  join(stream: EventStream): void {
    this.#streams.add(stream);
    void this.wake();
  }

  leave(stream: EventStream): void {
    this.#streams.delete(stream);
  }

  /**
   * Reads new events. A wake during a read causes another read, so events committed before the wake are written when it resolves.
   * Never rejects.
   */
  wake(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#read()
      .catch(this.#options.onFailed)
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  #give(stream: EventStream, events: readonly SerializedEvent[]): void {
    for (const event of events) {
      if (stream.unsentBytes > behindBytes) {
        this.leave(stream);
        return this.#options.onBehind(stream);
      }
      stream.take(event);
    }
  }

  /** One query serves all streams: it starts at the position of the stream that is furthest behind. */
  async #read(): Promise<void> {
    const { db, documentId, serialize } = this.#options;
    while (this.#again && this.#streams.size > 0) {
      this.#again = false;
      const from = this.position;
      const rows = await eventsAfter(db, documentId, from, rowsPerQuery);
      if (rows.length === rowsPerQuery) this.#again = true;
      const events = rows.map(serialize);
      for (const stream of this.#streams) {
        // Streams that joined in the meantime, further behind, are served by the next read.
        if (stream.position >= from) this.#give(stream, events);
      }
    }
  }
}
