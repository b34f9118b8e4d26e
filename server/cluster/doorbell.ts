/**
 * doorbell: tells the other nodes that a document's journal moved, that it has live events, or that access to it changed.
 * A hint and nothing more: what it loses, the polls find.
 *
 * D1  Nothing waits for Redis: a ring is sent or forgotten, and no failure of Redis reaches a caller or ends the process.
 * D2  Messages carry an HMAC of the installation's key and a number that only rises; what does not verify, or was heard
 *     before, is dropped and counted.
 * D3  After a reconnect the node looks at the journal itself, since it cannot know what it missed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { Redis } from 'ioredis';
import { nanoid } from 'nanoid';

export type DoorbellOptions = {
  readonly url: string;
  readonly key: string;
  readonly onJournal: (documentId: string, seq: number) => void;
  /** Something was told of the document that is not in its journal. */
  readonly onEvents: (documentId: string) => void;
  readonly onAccess: (documentId: string) => void;
  readonly onReconnect: () => void;
  readonly onDropped: () => void;
  readonly log: { warn(data: object, message: string): void; info(data: object, message: string): void };
};

const channel = 'atelier:doorbell:1';
const commandMs = 2_000;
const maxUnsent = 1_000;
/** Nodes whose last number is remembered: far more than an installation has, with those that were replaced over time. */
const maxNodes = 1_000;

/** `seq` 0: there are events and the journal stands where it stood. Without it, access changed. `count` rises with each ring of a node. */
type Ring = { readonly node: string; readonly count: number; readonly document: string; readonly seq?: number };

export class Doorbell {
  readonly #options: DoorbellOptions;
  readonly #node = nanoid();
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  /** The number of each node's last ring. */
  readonly #heard = new Map<string, number>();
  #count = 0;
  #unsent = 0;
  #isListening = false;
  #isDown = false;
  #isClosed = false;

  constructor(options: DoorbellOptions) {
    this.#options = options;
    const settings = {
      connectTimeout: commandMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt: number) => Math.min(1_000, 50 * attempt),
    };
    this.#publisher = new Redis(options.url, { ...settings, commandTimeout: commandMs });
    // A subscription has no time-out: one that gave up while Redis was frozen would leave a connection that hears nothing.
    this.#subscriber = new Redis(options.url, { ...settings, autoResubscribe: false });
    this.#subscriber.on('ready', () => this.#subscribe());
    this.#subscriber.on('close', () => {
      this.#isListening = false;
    });
    for (const client of [this.#publisher, this.#subscriber]) {
      client.on('error', (error: Error) => this.#noteDown(error));
      client.on('close', () => this.#noteDown(new Error('The connection to Redis was closed.')));
    }
    this.#subscriber.on('message', (_channel: string, message: string) => this.#hear(message));
  }

  get connected(): boolean {
    return this.#isListening && !this.#isDown && this.#publisher.status === 'ready';
  }

  /** [D1] `seq` null: the journal has not moved, but there are live events. */
  ring(documentId: string, seq: number | null): void {
    this.#send(documentId, { seq: seq ?? 0 });
  }

  /** [D1] */
  accessChanged(documentId: string): void {
    this.#send(documentId, {});
  }

  close(): void {
    this.#isClosed = true;
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }

  #send(document: string, about: { readonly seq?: number }): void {
    if (this.#publisher.status !== 'ready' || this.#unsent >= maxUnsent) return;
    this.#count += 1;
    const ring: Ring = { node: this.#node, count: this.#count, document, ...about };
    const body = JSON.stringify(ring);
    this.#unsent += 1;
    this.#publisher.publish(channel, `${this.#sign(body)}.${body}`).then(
      () => {
        this.#unsent -= 1;
        this.#noteUp();
      },
      (error: unknown) => {
        this.#unsent -= 1;
        this.#noteDown(error);
      },
    );
  }

  /** [D3] */
  #subscribe(): void {
    this.#subscriber.subscribe(channel).then(
      () => {
        this.#isListening = true;
        this.#noteUp();
        this.#options.onReconnect();
      },
      (error: unknown) => this.#noteDown(error),
    );
  }

  /** [D2] */
  #hear(message: string): void {
    const ring = this.#verified(message);
    if (ring?.node === this.#node) return;
    if (ring === null || !this.#isNew(ring)) {
      this.#options.onDropped();
      return;
    }
    if (ring.seq === undefined) this.#options.onAccess(ring.document);
    else if (ring.seq === 0) this.#options.onEvents(ring.document);
    else this.#options.onJournal(ring.document, ring.seq);
  }

  #verified(message: string): Ring | null {
    const end = message.indexOf('.');
    const body = message.slice(end + 1);
    const signature = Buffer.from(message.slice(0, Math.max(0, end)));
    const expected = Buffer.from(this.#sign(body));
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    try {
      const { node, count, document, seq } = JSON.parse(body) as Record<string, unknown>;
      if (typeof node !== 'string' || typeof document !== 'string' || !isPosition(count)) return null;
      if (seq === undefined) return { node, count, document };
      return seq === 0 || isPosition(seq) ? { node, count, document, seq } : null;
    } catch {
      return null;
    }
  }

  #isNew({ node, count }: Ring): boolean {
    if (count <= (this.#heard.get(node) ?? 0)) return false;
    this.#heard.delete(node);
    this.#heard.set(node, count);
    const [silentLongest] = this.#heard.keys();
    if (this.#heard.size > maxNodes && silentLongest !== undefined) this.#heard.delete(silentLongest);
    return true;
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#options.key).update(`${channel}\n${body}`).digest('base64url');
  }

  #noteDown(error: unknown): void {
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.#options.log.warn({ err: error }, 'redis cannot be reached: other nodes hear of writes a little later');
  }

  #noteUp(): void {
    if (!this.#isDown || !this.#isListening) return;
    this.#isDown = false;
    this.#options.log.info({}, 'redis is back');
  }
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
