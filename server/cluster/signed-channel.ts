/**
 * signed-channel: what nodes say to one another over Redis. Nothing depends on that it arrives.
 *
 * C1  Nothing waits for Redis: a message is sent or forgotten, and no failure of Redis reaches a caller or ends the process.
 * C2  Messages carry an HMAC of the installation's key and a number that only rises; what does not verify, was heard before,
 *     or is of no form that a node sends, is dropped and counted.
 * C3  At most `maxUnsent` messages wait for Redis; once it has not answered in time, one at a time is sent until it does.
 * C4  Whoever listens is told when Redis is reached, or answers again: what was said meanwhile is unknown.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { Redis } from 'ioredis';
import { nanoid } from 'nanoid';

export type Message = Readonly<Record<string, unknown>>;

export type SignedChannelOptions = {
  readonly url: string;
  readonly key: string;
  /** The channel in Redis; a topic's is this one with the topic behind a colon. */
  readonly name: string;
  readonly maxUnsent: number;
  /** A message of another node; false when it has no form that a node sends. `topic` is empty for the channel itself. */
  readonly onMessage: (message: Message, node: string, topic: string) => boolean;
  /** [C4] A topic can be heard and spoken in from now on, or again. */
  readonly onLinked: (topic: string) => void;
  readonly onDropped: () => void;
  readonly log: { warn(data: object, message: string): void; info(data: object, message: string): void };
  /** What is logged once when Redis goes away, and when it is back. */
  readonly says: { readonly down: string; readonly up: string };
};

const commandMs = 2_000;
/** Nodes whose last number is remembered: far more than an installation has, with those that were replaced over time. */
const maxNodes = 1_000;

export class SignedChannel {
  /** The name of this node to the others, new with each process. */
  readonly node = nanoid();
  readonly #options: SignedChannelOptions;
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  readonly #topics = new Set(['']);
  /** The number of each node's last message. */
  readonly #lastSequence = new Map<string, number>();
  #count = 0;
  #unsent = 0;
  #isListening = false;
  #isDown = false;
  #isLinked = false;
  #isClosed = false;

  constructor(options: SignedChannelOptions) {
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
    this.#publisher.on('ready', () => this.#link());
    this.#subscriber.on('ready', () => this.#subscribe([...this.#topics]));
    this.#subscriber.on('close', () => {
      this.#isListening = false;
    });
    for (const client of [this.#publisher, this.#subscriber]) {
      client.on('error', (error: Error) => this.#noteDown(error));
      client.on('close', () => this.#noteDown(new Error('The connection to Redis was closed.')));
    }
    this.#subscriber.on('message', (channel: string, message: string) => this.#hear(channel, message));
  }

  get connected(): boolean {
    return this.#isListening && !this.#isDown && this.#publisher.status === 'ready';
  }

  /** [C1] [C3] False when it is forgotten. */
  send(message: Message, topic = ''): boolean {
    if (this.#publisher.status !== 'ready' || this.#unsent >= (this.#isDown ? 1 : this.#options.maxUnsent)) return false;
    this.#count += 1;
    const channel = this.#channelOf(topic);
    const body = JSON.stringify({ node: this.node, count: this.#count, ...message });
    this.#unsent += 1;
    this.#publisher.publish(channel, `${this.#sign(channel, body)}.${body}`).then(
      () => {
        this.#unsent -= 1;
        this.#noteUp();
      },
      (error: unknown) => {
        this.#unsent -= 1;
        this.#noteDown(error);
      },
    );
    return true;
  }

  /** Hears a topic, too, until it is ignored. */
  listen(topic: string): void {
    this.#topics.add(topic);
    if (this.#isListening) this.#subscribe([topic]);
  }

  ignore(topic: string): void {
    this.#topics.delete(topic);
    if (this.#isListening) this.#subscriber.unsubscribe(this.#channelOf(topic)).catch((error: unknown) => this.#noteDown(error));
  }

  close(): void {
    this.#isClosed = true;
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }

  #subscribe(topics: readonly string[]): void {
    this.#subscriber.subscribe(...topics.map((topic) => this.#channelOf(topic))).then(
      () => {
        this.#isListening = true;
        if (this.#isLinked) for (const topic of topics) this.#options.onLinked(topic);
        this.#noteUp();
        this.#link();
      },
      (error: unknown) => this.#noteDown(error),
    );
  }

  /** [C4] */
  #link(): void {
    if (this.#isLinked || this.#isDown || !this.#isListening || this.#publisher.status !== 'ready') return;
    this.#isLinked = true;
    for (const topic of this.#topics) this.#options.onLinked(topic);
  }

  /** [C2] */
  #hear(channel: string, text: string): void {
    const message = this.#verified(channel, text);
    if (message?.node === this.node) return;
    const topic = channel.slice(this.#options.name.length + 1);
    const isNew = message !== null && message.count > (this.#lastSequence.get(message.node) ?? 0);
    if (!isNew || !this.#options.onMessage(message, message.node, topic)) return this.#options.onDropped();
    this.#remember(message);
  }

  #verified(channel: string, text: string): (Message & { readonly node: string; readonly count: number }) | null {
    const end = text.indexOf('.');
    const body = text.slice(end + 1);
    const signature = Buffer.from(text.slice(0, Math.max(0, end)));
    const expected = Buffer.from(this.#sign(channel, body));
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    try {
      const message = JSON.parse(body) as Record<string, unknown>;
      const { node, count } = message;
      return typeof node === 'string' && isPosition(count) ? { ...message, node, count } : null;
    } catch {
      return null;
    }
  }

  #remember({ node, count }: { readonly node: string; readonly count: number }): void {
    this.#lastSequence.delete(node);
    this.#lastSequence.set(node, count);
    const [silentLongest] = this.#lastSequence.keys();
    if (this.#lastSequence.size > maxNodes && silentLongest !== undefined) this.#lastSequence.delete(silentLongest);
  }

  #channelOf(topic: string): string {
    return topic === '' ? this.#options.name : `${this.#options.name}:${topic}`;
  }

  #sign(channel: string, body: string): string {
    return createHmac('sha256', this.#options.key).update(`${channel}\n${body}`).digest('base64url');
  }

  #noteDown(error: unknown): void {
    this.#isLinked = false;
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.#options.log.warn({ err: error }, this.#options.says.down);
  }

  #noteUp(): void {
    if (!this.#isDown || !this.#isListening) return;
    this.#isDown = false;
    this.#options.log.info({}, this.#options.says.up);
    this.#link();
  }
}

export const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
