/**
 * doorbell: tells the other nodes that a document's journal moved, or that access to it changed. A hint and nothing more:
 * what it loses, the poll of the journal finds.
 *
 * D1  Nothing waits for Redis: a ring is sent or forgotten.
 * D2  Messages carry an HMAC of the installation's key; what does not verify is dropped and counted.
 * D3  After a reconnect the node looks at the journal itself, since it cannot know what it missed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { Redis } from 'ioredis';
import { nanoid } from 'nanoid';

export type DoorbellOptions = {
  readonly url: string;
  readonly key: string;
  readonly onJournal: (documentId: string, seq: number) => void;
  readonly onAccess: (documentId: string) => void;
  readonly onReconnect: () => void;
  readonly onDropped: () => void;
  readonly log: { warn(data: object, message: string): void; info(data: object, message: string): void };
};

const channel = 'atelier:doorbell:1';
const commandMs = 2_000;
const maxUnsent = 1_000;

type Ring = { readonly node: string; readonly document: string; readonly seq?: number };

export class Doorbell {
  readonly #options: DoorbellOptions;
  readonly #node = nanoid();
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  #unsent = 0;
  #isDown = false;

  constructor(options: DoorbellOptions) {
    this.#options = options;
    const settings = {
      commandTimeout: commandMs,
      connectTimeout: commandMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt: number) => Math.min(1_000, 50 * attempt),
    };
    this.#publisher = new Redis(options.url, settings);
    // A subscription is no command that could time out: it waits for messages.
    this.#subscriber = new Redis(options.url, { ...settings, commandTimeout: 0, autoResubscribe: false });
    for (const client of [this.#publisher, this.#subscriber]) client.on('error', (error: Error) => this.#noteDown(error));
    this.#subscriber.on('ready', () => this.#subscribe());
    this.#subscriber.on('message', (_channel: string, message: string) => this.#hear(message));
  }

  get connected(): boolean {
    return this.#publisher.status === 'ready' && this.#subscriber.status === 'ready';
  }

  /** [D1] */
  ring(documentId: string, seq: number): void {
    this.#send({ node: this.#node, document: documentId, seq });
  }

  /** [D1] */
  accessChanged(documentId: string): void {
    this.#send({ node: this.#node, document: documentId });
  }

  close(): void {
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }

  #send(ring: Ring): void {
    if (this.#publisher.status !== 'ready' || this.#unsent >= maxUnsent) return;
    const body = JSON.stringify(ring);
    this.#unsent += 1;
    this.#publisher
      .publish(channel, `${this.#sign(body)}.${body}`)
      .catch((error: unknown) => this.#noteDown(error))
      .finally(() => {
        this.#unsent -= 1;
      });
  }

  #subscribe(): void {
    this.#subscriber.subscribe(channel).then(
      () => {
        if (this.#isDown) this.#options.log.info({}, 'redis is back');
        this.#isDown = false;
        this.#options.onReconnect();
      },
      (error: unknown) => this.#noteDown(error),
    );
  }

  /** [D2] */
  #hear(message: string): void {
    const ring = this.#verified(message);
    if (ring === null) {
      this.#options.onDropped();
      return;
    }
    if (ring.node === this.#node) return;
    if (ring.seq === undefined) this.#options.onAccess(ring.document);
    else this.#options.onJournal(ring.document, ring.seq);
  }

  #verified(message: string): Ring | null {
    const end = message.indexOf('.');
    const body = message.slice(end + 1);
    const signature = Buffer.from(message.slice(0, Math.max(0, end)));
    const expected = Buffer.from(this.#sign(body));
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    try {
      const { node, document, seq } = JSON.parse(body) as Record<string, unknown>;
      const isRing = typeof node === 'string' && typeof document === 'string' && (seq === undefined || Number.isSafeInteger(seq));
      return isRing ? { node, document, ...(seq !== undefined && { seq: seq as number }) } : null;
    } catch {
      return null;
    }
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#options.key).update(`${channel}\n${body}`).digest('base64url');
  }

  #noteDown(error: unknown): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#options.log.warn({ err: error }, 'redis cannot be reached: other nodes hear of writes a little later');
  }
}
