/** Reads a document's live events, following the specification of server-sent events. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';

export type SeenEvent = { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> };

export type EventReaderOptions = {
  readonly url: string;
  readonly documentId: string;
  readonly token?: string;
  readonly cookie?: string;
  readonly types?: string;
  readonly lastEventId?: string | null;
};

export class EventReader {
  readonly events: SeenEvent[] = [];
  comments = 0;
  /** The last event id, kept as a browser does. */
  lastEventId: string | null;
  ended = false;
  readonly #request: ClientRequest;
  readonly #response: IncomingMessage;
  #text = '';
  #onEvent: () => void = () => undefined;

  private constructor(request: ClientRequest, response: IncomingMessage, lastEventId: string | null) {
    this.#request = request;
    this.#response = response;
    this.lastEventId = lastEventId;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.#read(chunk));
    response.on('error', () => undefined);
    response.on('close', () => {
      this.ended = true;
      this.#onEvent();
    });
  }

  /** Resolves when the response has begun. Throws if it is not a stream. */
  static open(options: EventReaderOptions): Promise<EventReader> {
    const { url, documentId, token, cookie, types, lastEventId = null } = options;
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(lastEventId !== null && { 'Last-Event-ID': lastEventId }),
    };
    const address = `${url}/api/v1/documents/${documentId}/events${types === undefined ? '' : `?types=${types}`}`;
    return new Promise((resolve, reject) => {
      const request = get(address, { headers, agent: false }, (response) => {
        if (response.statusCode === 200) return resolve(new EventReader(request, response, lastEventId));
        reject(new Error(`no stream: ${response.statusCode}`));
        response.resume();
      });
      request.on('error', reject);
    });
  }

  get headers(): IncomingMessage['headers'] {
    return this.#response.headers;
  }

  /** Resolves after `count` events in all, or when the stream has ended. */
  async seen(count: number, timeoutMs = 60_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`${this.events.length} of ${count} events within ${timeoutMs} ms`)), timeoutMs);
        this.#onEvent = () => {
          if (this.ended || this.events.length >= count) resolve();
        };
        this.#onEvent();
      });
    } finally {
      clearTimeout(timer);
      this.#onEvent = () => undefined;
    }
  }

  /** Stops reading, so that what is sent piles up. */
  pause(): void {
    this.#response.pause();
    this.#request.socket?.pause();
  }

  resume(): void {
    this.#request.socket?.resume();
    this.#response.resume();
  }

  /** Cuts the connection at once. */
  cut(): void {
    this.#request.destroy();
  }

  #read(chunk: string): void {
    const blocks = `${this.#text}${chunk}`.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) this.#dispatch(block);
    this.#onEvent();
  }

  #dispatch(block: string): void {
    let [type, data] = ['message', ''];
    for (const line of block.split('\n')) {
      const at = line.indexOf(':');
      const [field, value] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
      if (field === '') this.comments += 1;
      else if (field === 'id') this.lastEventId = value;
      else if (field === 'event') type = value;
      else if (field === 'data') data += value;
    }
    if (data === '') return;
    this.events.push({ id: this.lastEventId ?? '', type, data: JSON.parse(data) as Record<string, unknown> });
  }
}
