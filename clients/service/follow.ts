/** Follows the events of a document, across broken connections (SPEC.md). */
import { delay } from './delay.ts';
import { ServiceUnreachable } from './service-refusal.ts';
import type { Service } from './service.ts';

/** `data` is the event's JSON: `type`, `doc`, `at`, `actor` and what the kind has. */
export type LiveEvent = { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> };

export type FollowOptions = {
  /** Types, with commas between them; default: all. */
  readonly types?: string | undefined;
  /** Begin with the events after this one. */
  readonly after?: string | undefined;
  /** How long an unreachable server is retried; default: a minute. */
  readonly patienceMs?: number;
  /** Ends the generator, without an error. */
  readonly signal: AbortSignal;
  /** Called when a connection is open: events from then on are not missed. */
  readonly onOpen?: () => void;
  /** Called with the id of each event, before the event is yielded. */
  readonly onPlace?: (id: string) => void;
};

const retryMsDefault = 1_000;
const patienceMsDefault = 60_000;

/** Yields events until the signal aborts. Throws ServiceRefusal and ServiceUnreachable. */
export async function* follow(service: Service, documentId: string, options: FollowOptions): AsyncGenerator<LiveEvent> {
  const { types, signal, onOpen, onPlace, patienceMs = patienceMsDefault } = options;
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
        if (Date.now() - failingSince > patienceMs) throw error instanceof ServiceUnreachable ? error : new ServiceUnreachable('The connection broke.', { cause: error }); // prettier-ignore
      } else throw error;
    }
    await delay(reading.retryMs, signal);
  }
}

/** The errors of a body whose connection breaks. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');

/** Reads server-sent events from consecutive streams: lines end with LF, an event with an empty line. */
class StreamReader {
  lastEventId: string | null;
  retryMs = retryMsDefault;
  #text = '';

  readonly #onPlace: ((id: string) => void) | undefined;

  constructor(lastEventId: string | null, onPlace?: (id: string) => void) {
    this.lastEventId = lastEventId;
    this.#onPlace = onPlace;
  }

  /** Drops half an event of a connection that broke. */
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
