/**
 * One reader of a document's events, over one connection. Each requested event is written once, in order; `position` is the point up to
 * which the stream is complete.
 */
import type { EventType } from '#schema/event.ts';
import { limits } from '#schema/limits.ts';
import type { Actor } from '#server/access/actor.ts';

import type { Sink } from './sink.ts';

/** An event as it is written to every stream of its document. */
export type SerializedEvent = { readonly position: number; readonly type: string; readonly text: string };

export type StreamEnd = 'left' | 'too_slow' | 'access_ended' | 'stopping';

export type EventStreamOptions = {
  readonly documentId: string;
  readonly actor: Actor;
  /** Null: all types. */
  readonly types: ReadonlySet<EventType> | null;
  readonly position: number;
  readonly idOf: (position: number) => string;
  readonly now: () => number;
  readonly beatMs: number;
  readonly onEnd: (stream: EventStream, why: StreamEnd) => void;
};

/** How soon a reader that was cut off reconnects. */
const retryMs = 1_000;

export class EventStream {
  readonly documentId: string;
  readonly actor: Actor;
  readonly #options: EventStreamOptions;
  #position: number;
  /** The position of the last id that the reader received. */
  #sentPosition: number;
  #sink: Sink | null = null;
  #ended = false;
  #beatAt = 0;
  /** Since when the reader has left bytes unread, ms; 0: it has not. */
  #behindSince = 0;
  #sent = 0;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.documentId = options.documentId;
    this.actor = options.actor;
    this.#position = options.position;
    this.#sentPosition = options.position;
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

  /** The number of events written. */
  get sent(): number {
    return this.#sent;
  }

  /** Starts writing, beginning with the id of the start: a reader that is cut off before any event can resume there. */
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

  /** Writes the event if it is new and of a requested type. */
  take(event: SerializedEvent): void {
    if (this.#ended || event.position <= this.#position) return;
    this.#position = event.position;
    const { types } = this.#options;
    if (types !== null && !(types as ReadonlySet<string>).has(event.type)) return;
    this.#sentPosition = event.position;
    this.#sent += 1;
    this.#write(event.text);
  }

  /**
   * Called about every second; `tickMs` is the time until the next call. Cuts off a slow reader, and otherwise writes a comment line
   * every `beatMs`: it keeps the connection open and carries an id if the reader has skipped events of other types.
   */
  tick(tickMs: number): void {
    const now = this.#options.now();
    this.#noteBehind(now);
    if (this.#ended || this.#sink === null || this.#beatAt > now + tickMs / 2) return;
    this.#beatAt = now + this.#options.beatMs;
    const isCurrent = this.#sentPosition === this.#position;
    this.#sentPosition = this.#position;
    this.#write(isCurrent ? ':\n\n' : `:\nid: ${this.#options.idOf(this.#position)}\n\n`);
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
    // A single large event is allowed while nothing else is unread.
    if (sink.unsentBytes > 0 && sink.unsentBytes + text.length > limits.bufferedBytesPerReader) this.end('too_slow');
    if (!this.#ended) sink.write(text);
  }

  /** A reader that leaves bytes unread for too long is cut off; it can reconnect and resume. */
  #noteBehind(now: number): void {
    if (this.unsentBytes === 0) this.#behindSince = 0;
    else if (this.#behindSince === 0) this.#behindSince = now;
    else if (now - this.#behindSince > limits.bufferedMsPerReader) this.end('too_slow');
  }
}
