/**
 * The event streams that are open on this node, fed from the outbox. They are woken by commits of this node, by notifications from peers,
 * and by a poll, so nothing depends on Redis.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { eventTypes, isEventType, systemActor, type EventType } from '#schema/event.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { AccessWatch, AdmissionSnapshot } from '#server/access/access-watch.ts';
import type { Actor } from '#server/access/actor.ts';
import { eventsAfter, lastPosition, lastPositions, type StoredEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import { eventJson } from './event-json.ts';
import { behindBytes, EventFeed } from './event-feed.ts';
import { EventIds } from './event-id.ts';
import { EventStream, type StreamEnd, type SerializedEvent } from './event-stream.ts';
import type { Sink } from './sink.ts';

export type EventStreamsOptions = {
  readonly db: Db;
  /** The installation's secret, which encrypts the ids. */
  readonly secret: string;
  readonly now: () => number;
  /** Ends a stream when its reader's access ends. */
  readonly watch: AccessWatch;
  readonly log: { warn(data: object, message: string): void };
  readonly onEnd?: (why: StreamEnd) => void;
  readonly tuning?: Partial<typeof tuning>;
};

/** The requested start of a stream. */
export type Start = {
  readonly documentId: string;
  readonly actor: Actor;
  readonly types?: string;
  readonly lastEventId: string | null;
};

/** A stream that has its position and waits for its connection. */
export type OpenStream = { begin(sink: Sink): void; cancel(): void };

const tuning = {
  tickMs: 1_000,
  beatMs: 15_000,
};
const catchUpRows = 100;
/** How often catching up checks whether a slow reader has read on. */
const paceMs = 20;
const resumeMs = limits.eventResumeMinutes * 60_000;

export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #tuning: typeof tuning;
  readonly #ids: EventIds;
  readonly #streams = new Set<EventStream>();
  readonly #feeds = new Map<string, EventFeed>();
  readonly #ticker: NodeJS.Timeout;
  #sentByEnded = 0;
  #polling = false;
  #closed = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#tuning = { ...tuning, ...options.tuning };
    this.#ids = new EventIds(options.secret);
    this.#ticker = setInterval(() => this.#tick(), this.#tuning.tickMs);
    this.#ticker.unref();
  }

  get size(): number {
    return this.#streams.size;
  }

  /** The number of events written to streams since the node started. */
  get sent(): number {
    let sent = this.#sentByEnded;
    for (const stream of this.#streams) sent += stream.sent;
    return sent;
  }

  /**
   * Opens a stream that starts now or after `lastEventId`. If events after that id may have been deleted, the stream begins with an event
   * that says so (`missed`). Errors: invalid_request, room_unavailable, shutting_down.
   */
  async open(start: Start, admission: AdmissionSnapshot): Promise<OpenStream | Problem> {
    const { documentId, actor, lastEventId } = start;
    const types = typesOf(start.types);
    if (types === undefined) return unknownType();
    const place = lastEventId === null || lastEventId === '' ? null : this.#ids.placeOf(documentId, lastEventId);
    if (place === null && lastEventId !== null && lastEventId !== '') return unknownId();
    if (this.#closed) return problem('shutting_down');
    if (this.#streams.size >= limits.eventStreamsPerNode) return full();
    const last = await lastPosition(this.#options.db, documentId);
    // Checked again, as other streams may have opened during the query. There is no pause from here on.
    if (this.#streams.size >= limits.eventStreamsPerNode) return full();
    const { now, watch } = this.#options;
    const missed = place !== null && (place.position > last || (place.position < last && place.at < now() - resumeMs));
    const position = place === null || missed ? last : place.position;
    const stream = new EventStream({
      documentId,
      actor,
      types,
      position,
      idOf: (at) => this.#ids.idOf(documentId, { position: at, at: now() }),
      now,
      beatMs: this.#tuning.beatMs,
      onEnd: (ended, why) => this.#ended(ended, why),
    });
    this.#streams.add(stream);
    watch.enter(stream, admission, (access) => {
      if (typeof access === 'string') stream.end('access_ended');
    });
    return {
      begin: (sink) => {
        stream.begin(sink, missed ? this.#missed(documentId, position) : '');
        void this.#catchUp(stream, last);
      },
      cancel: () => stream.end('left'),
    };
  }

  /** Call when a document may have new events. Resolves when its streams have them; never rejects. */
  async wake(documentId: string): Promise<void> {
    await this.#feeds.get(documentId)?.wake();
  }

  /** Looks in the outbox for events without a notification. */
  async poll(): Promise<void> {
    if (this.#polling || this.#feeds.size === 0) return;
    this.#polling = true;
    try {
      const positions = await lastPositions(this.#options.db, [...this.#feeds.keys()]);
      for (const [documentId, position] of positions) {
        const feed = this.#feeds.get(documentId);
        if (feed !== undefined && feed.position < position) void feed.wake();
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#polling = false;
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#ticker);
    for (const stream of this.#streams) stream.end('stopping');
  }

  /** Reads for one stream only, at its reader's pace, at least up to `last`; then the stream joins the feed of its document. */
  async #catchUp(stream: EventStream, last: number): Promise<void> {
    const { db } = this.#options;
    while (!stream.ended && stream.position < last) {
      try {
        const rows = await eventsAfter(db, stream.documentId, stream.position, catchUpRows);
        for (const row of rows) {
          while (!stream.ended && stream.unsentBytes > behindBytes) await sleep(paceMs);
          stream.take(this.#serialize(row));
        }
        if (rows.length < catchUpRows) break;
      } catch (error) {
        this.#failed(error);
        await sleep(this.#tuning.tickMs);
      }
    }
    if (!stream.ended) this.#feed(stream.documentId).join(stream);
  }

  #feed(documentId: string): EventFeed {
    let feed = this.#feeds.get(documentId);
    if (feed === undefined) {
      feed = new EventFeed({
        documentId,
        db: this.#options.db,
        serialize: (event) => this.#serialize(event),
        onFailed: (error) => this.#failed(error),
        onBehind: (behind) => void this.#catchUp(behind, Infinity),
      });
      this.#feeds.set(documentId, feed);
    }
    return feed;
  }

  #ended(stream: EventStream, why: StreamEnd): void {
    this.#streams.delete(stream);
    this.#options.watch.leave(stream);
    this.#sentByEnded += stream.sent;
    const feed = this.#feeds.get(stream.documentId);
    feed?.leave(stream);
    if (feed?.isEmpty === true) this.#feeds.delete(stream.documentId);
    this.#options.onEnd?.(why);
  }

  #tick(): void {
    for (const stream of this.#streams) stream.tick(this.#tuning.tickMs);
    void this.poll();
  }

  #serialize(stored: StoredEvent): SerializedEvent {
    const { position, documentId, type, at } = stored;
    const id = this.#ids.idOf(documentId, { position, at });
    return { position, type, text: blockOf(id, type, eventJson(stored)) };
  }

  /** The event that says that events were missed; sent regardless of the requested types. */
  #missed(documentId: string, position: number): string {
    const at = this.#options.now();
    const id = this.#ids.idOf(documentId, { position, at });
    return blockOf(id, 'document', { type: 'document', doc: documentId, at, actor: systemActor, change: 'missed', missed: true });
  }

  #failed(error: unknown): void {
    this.#options.log.warn({ err: error }, 'live events could not be read yet');
  }
}

/** JSON contains no line break, so an event's data is one line. */
const blockOf = (id: string, type: string, data: object): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Null for all types; undefined if one of them is unknown. */
function typesOf(list: string | undefined): ReadonlySet<EventType> | null | undefined {
  if (list === undefined) return null;
  const types = new Set<EventType>();
  for (const type of list.split(',')) {
    if (!isEventType(type)) return undefined;
    types.add(type);
  }
  return types;
}

const unknownType = (): Problem =>
  problem('invalid_request', {
    allowed: eventTypes,
    errors: [
      { in: 'query', pointer: '/types', message: `must be kinds of events with commas between them: ${eventTypes.join(', ')}` },
    ],
  });

const unknownId = (): Problem =>
  problem('invalid_request', {
    errors: [{ in: 'header', pointer: '/Last-Event-ID', message: "is not the id of one of this document's events" }],
  });

const full = (): Problem =>
  problem('room_unavailable', {
    detail: `This server keeps ${limits.eventStreamsPerNode} event streams open and takes no more.`,
    hint: 'Try again a little later.',
    limit: limits.eventStreamsPerNode,
    retryAfter: 5,
  });
