/**
 * event-stream: one reader of a document's events, over one connection.
 *
 * S1  Every event that it asks for is written once, in order; `position` says up to where it was given all.
 * S2  A reader that leaves more than 8 MiB unread, or anything for more than 10 seconds, is cut off: it can come back and
 *     go on where it stood.
 * S3  A comment line every 15 seconds keeps the connection open and says that it still is; with it goes the id of a place
 *     that the reader has reached without having been told, since it asked for other kinds.
 */
import type { EventType } from '#schema/event.ts';
import { limits } from '#schema/limits.ts';
import type { Actor } from '#server/access/actor.ts';

import type { Sink } from './sink.ts';

/** An event as it is written to every stream of its document. */
export type ToldEvent = { readonly position: number; readonly type: string; readonly text: string };

export type StreamEnd = 'left' | 'too_slow' | 'access_ended' | 'stopping';

export type EventStreamOptions = {
  readonly documentId: string;
  readonly actor: Actor;
  /** Null: all kinds. */
  readonly types: ReadonlySet<EventType> | null;
  readonly position: number;
  readonly idOf: (position: number) => string;
  readonly now: () => number;
  readonly beatMs: number;
  readonly onEnd: (stream: EventStream, why: StreamEnd) => void;
};

/** How soon a reader that was cut off comes back. */
const retryMs = 1_000;

export class EventStream {
  readonly documentId: string;
  readonly actor: Actor;
  readonly #options: EventStreamOptions;
  #position: number;
  /** The position whose id the reader has. */
  #toldPosition: number;
  #sink: Sink | null = null;
  #ended = false;
  #beatAt = 0;
  /** Since when the reader has left something unread, ms; 0: it has not. */
  #behindSince = 0;
  #sent = 0;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.documentId = options.documentId;
    this.actor = options.actor;
    this.#position = options.position;
    this.#toldPosition = options.position;
  }

  get position(): number {
    return this.#position;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get unsentBytes(): number {
    return this.#sink?.unsentBytes ?? 0;
  }

  /** Events written to it. */
  get sent(): number {
    return this.#sent;
  }

  /** Begins to write, with the id of where it starts: a reader that is cut off before any event goes on from there. */
  begin(sink: Sink, first: string): void {
    if (this.#ended || sink.closed) {
      sink.end();
      return this.end('left');
    }
    this.#sink = sink;
    sink.onClose(() => this.end('left'));
    this.#beatAt = this.#options.now() + this.#options.beatMs;
    this.#write(`: this document's events\nretry: ${retryMs}\nid: ${this.#options.idOf(this.#position)}\n\n${first}`);
  }

  /** [S1] */
  take(event: ToldEvent): void {
    if (this.#ended || event.position <= this.#position) return;
    this.#position = event.position;
    const { types } = this.#options;
    if (types !== null && !(types as ReadonlySet<string>).has(event.type)) return;
    this.#toldPosition = event.position;
    this.#sent += 1;
    this.#write(event.text);
  }

  /** [S2] [S3] Called every second or so; `tickMs` is how far the next call is away. */
  tick(tickMs: number): void {
    const now = this.#options.now();
    this.#noteBehind(now);
    if (this.#ended || this.#sink === null || this.#beatAt > now + tickMs / 2) return;
    this.#beatAt = now + this.#options.beatMs;
    const isTold = this.#toldPosition === this.#position;
    this.#toldPosition = this.#position;
    this.#write(isTold ? ':\n\n' : `:\nid: ${this.#options.idOf(this.#position)}\n\n`);
  }

  end(why: StreamEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    if (why === 'too_slow') this.#sink?.cut();
    else this.#sink?.end();
    this.#options.onEnd(this, why);
  }

  #write(text: string): void {
    const sink = this.#sink;
    if (sink === null || this.#ended) return;
    this.#noteBehind(this.#options.now());
    // Waiting for a reader is for those who have begun to read: one big event alone is not too much.
    if (sink.unsentBytes > 0 && sink.unsentBytes + text.length > limits.bufferedBytesPerReader) this.end('too_slow');
    if (!this.#ended) sink.write(text);
  }

  /** [S2] */
  #noteBehind(now: number): void {
    if (this.unsentBytes === 0) this.#behindSince = 0;
    else if (this.#behindSince === 0) this.#behindSince = now;
    else if (now - this.#behindSince > limits.bufferedMsPerReader) this.end('too_slow');
  }
}
