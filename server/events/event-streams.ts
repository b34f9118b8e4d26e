/**
 * event-streams: the streams of live events that are open on this node, fed from the outbox.
 *
 * E1  A stream starts now, or goes on behind an id, on whichever node: each event once, in order.
 * E2  An id whose successors may have been swept is answered by an event that says so (`missed`), then by what follows.
 * E3  Woken by commits of this node, by the doorbell, and by a poll: nothing depends on Redis.
 * E4  Access that ends ends its streams.
 * E5  At most `limits.eventStreamsPerNode`; stopping ends all of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { eventTypes, isEventType, systemActor, type EventType } from '#schema/event.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { AccessWatch, AdmissionSnapshot } from '#server/access/access-watch.ts';
import type { Actor } from '#server/access/actor.ts';
import { eventsAfter, lastPosition, lastPositions, type StoredEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';

import { behindBytes, EventFeed } from './event-feed.ts';
import { EventIds } from './event-id.ts';
import { EventStream, type StreamEnd, type ToldEvent } from './event-stream.ts';
import type { Sink } from './sink.ts';

export type EventStreamsOptions = {
  readonly db: Db;
  /** Of the installation: seals the ids. */
  readonly secret: string;
  readonly now: () => number;
  /** Judges open streams when their access changes. */
  readonly watch: AccessWatch;
  readonly log: { warn(data: object, message: string): void };
  readonly onEnd?: (why: StreamEnd) => void;
  readonly tuning?: Partial<typeof tuning>;
};

/** Where a stream begins, as the caller asked for it. */
export type Start = {
  readonly documentId: string;
  readonly actor: Actor;
  readonly types?: string;
  readonly lastEventId: string | null;
};

/** A stream that has its place and waits for its connection. */
export type OpenStream = { begin(sink: Sink): void; cancel(): void };

const tuning = {
  tickMs: 1_000,
  beatMs: 15_000,
};
const catchUpRows = 100;
/** How often one who reads slowly is looked after. */
const paceMs = 20;
const resumeMs = limits.eventResumeMinutes * 60_000;
/** Who "wrote" the event that only says what this server does not know. */

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

  /** Events written to streams since the node started. */
  get sent(): number {
    let sent = this.#sentByEnded;
    for (const stream of this.#streams) sent += stream.sent;
    return sent;
  }

  /** [E1] [E2] [E5] `judged`: what let the reader in. Errors: invalid_request, room_unavailable. */
  async open({ documentId, actor, types: asked, lastEventId }: Start, judged: AdmissionSnapshot): Promise<OpenStream | Problem> {
    const types = typesOf(asked);
    if (types === undefined) return unknownType();
    const place = lastEventId === null || lastEventId === '' ? null : this.#ids.placeOf(documentId, lastEventId);
    if (place === null && lastEventId !== null && lastEventId !== '') return unknownId();
    if (this.#closed) return problem('shutting_down');
    if (this.#streams.size >= limits.eventStreamsPerNode) return full();
    const last = await lastPosition(this.#options.db, documentId);
    // Again, and without a pause from here on: others came meanwhile.
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
    // [E4]
    watch.enter(stream, judged, (standing) => {
      if (typeof standing === 'string') stream.end('access_ended');
    });
    return {
      begin: (sink) => {
        stream.begin(sink, missed ? this.#missed(documentId, position) : '');
        void this.#catchUp(stream, last);
      },
      cancel: () => stream.end('left'),
    };
  }

  /** [E3] Something was written in a document, or may have been. Resolves when its streams have it; never rejects. */
  async wake(documentId: string): Promise<void> {
    await this.#feeds.get(documentId)?.wake();
  }

  /** [E3] Looks in the outbox for what nobody told of. */
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

  /** [E5] */
  close(): void {
    this.#closed = true;
    clearInterval(this.#ticker);
    for (const stream of this.#streams) stream.end('stopping');
  }

  /** Reads for one stream alone, as fast as its reader takes it, up to `last` at least; then it follows with the others. */
  async #catchUp(stream: EventStream, last: number): Promise<void> {
    const { db } = this.#options;
    while (!stream.ended && stream.position < last) {
      try {
        const rows = await eventsAfter(db, stream.documentId, stream.position, catchUpRows);
        for (const row of rows) {
          while (!stream.ended && stream.unsentBytes > behindBytes) await sleep(paceMs);
          stream.take(this.#tell(row));
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
        tell: (event) => this.#tell(event),
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

  #tell({ position, documentId, type, tabId, at, data }: StoredEvent): ToldEvent {
    const id = this.#ids.idOf(documentId, { position, at });
    const told = { type, doc: documentId, ...(tabId !== null && { tab: tabId }), at, ...(data as object) };
    return { position, type, text: blockOf(id, type, told) };
  }

  /** [E2] Whatever kinds were asked for. */
  #missed(documentId: string, position: number): string {
    const at = this.#options.now();
    const id = this.#ids.idOf(documentId, { position, at });
    return blockOf(id, 'document', { type: 'document', doc: documentId, at, actor: systemActor, change: 'missed', missed: true });
  }

  #failed(error: unknown): void {
    this.#options.log.warn({ err: error }, 'live events could not be read yet');
  }
}

/** JSON holds no line break, so an event's data is one line. */
const blockOf = (id: string, type: string, data: object): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Null: all of them; undefined: one of these is no type. */
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
