/**
 * follow: a document's live events, for as long as the reader wants them.
 *
 * F1  A connection that ends or breaks is opened again from the last event that was seen: each event comes once, in order.
 * F2  A server that cannot be reached is tried again for a minute, at the pace that it asks for; then Unreachable is thrown.
 * F3  A refusal (access that ended, say) is thrown as Refused.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { ServiceUnreachable } from './service-refusal.ts';
import type { Service } from './service.ts';

/** `data` is the event's JSON: `type`, `doc`, `at`, `actor` and what the kind has. */
export type LiveEvent = { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> };

export type FollowOptions = {
  /** Kinds with commas between them; all without it. */
  readonly types?: string | undefined;
  /** What came after this event first. */
  readonly after?: string | undefined;
  /** Ends the generator, without an error. */
  readonly signal: AbortSignal;
  /** Called each time that the server has begun to send: what happens from now on is told. */
  readonly onOpen?: () => void;
  /** Called with the place that the reader has reached, at the latest before the event that leads there. */
  readonly onPlace?: (id: string) => void;
};

const retryMsDefault = 1_000;
const givingUpMs = 60_000;

/** Yields events until the signal aborts. Throws Refused and Unreachable. */
export async function* follow(service: Service, documentId: string, options: FollowOptions): AsyncGenerator<LiveEvent> {
  const { types, signal, onOpen, onPlace } = options;
  const reading = new StreamReader(options.after ?? null, onPlace);
  let failingSince = 0;
  while (!signal.aborted) {
    try {
      const headers = reading.lastEventId === null ? {} : { 'Last-Event-ID': reading.lastEventId };
      const input = { params: { doc: documentId }, query: { types }, headers, signal };
      const stream = await service.stream('GET /documents/:doc/events', input);
      onOpen?.();
      failingSince = 0;
      reading.begin();
      for await (const chunk of stream.pipeThrough(new TextDecoderStream())) yield* reading.take(chunk);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ServiceUnreachable || isBroken(error)) {
        failingSince ||= Date.now();
        if (Date.now() - failingSince > givingUpMs) throw error instanceof ServiceUnreachable ? error : new ServiceUnreachable('The connection broke.', { cause: error }); // prettier-ignore
      } else throw error;
    }
    await delay(reading.retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** What a response's body throws when its connection breaks. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');

/** The server-sent events of one stream after the other: lines end with LF, an event with an empty line. */
class StreamReader {
  lastEventId: string | null;
  retryMs = retryMsDefault;
  #text = '';

  readonly #onPlace: ((id: string) => void) | undefined;

  constructor(lastEventId: string | null, onPlace?: (id: string) => void) {
    this.lastEventId = lastEventId;
    this.#onPlace = onPlace;
  }

  /** Half an event of a connection that broke is not part of the next. */
  begin(): void {
    this.#text = '';
  }

  *take(chunk: string): Generator<LiveEvent> {
    const blocks = `${this.#text}${chunk}`.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = this.#read(block);
      if (event !== null) yield event;
    }
  }

  #read(block: string): LiveEvent | null {
    let [type, data] = ['message', ''];
    for (const line of block.split('\n')) {
      const at = line.indexOf(':');
      if (at <= 0) continue;
      const value = line.slice(at + 1).replace(/^ /, '');
      switch (line.slice(0, at)) {
        case 'id':
          this.lastEventId = value;
          this.#onPlace?.(value);
          break;
        case 'event':
          type = value;
          break;
        case 'data':
          data += value;
          break;
        case 'retry':
          this.retryMs = Number(value) || retryMsDefault;
          break;
      }
    }
    if (data === '') return null;
    return { id: this.lastEventId ?? '', type, data: JSON.parse(data) as Record<string, unknown> };
  }
}
