/**
 * A channel between nodes over Redis, with messages that are signed and numbered (SPEC.md, CL1 to CL3). Delivery is not guaranteed: `onLinked`
 * is called when Redis is reached for the first time or again, as messages may have been missed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { Redis } from 'ioredis';
import { nanoid } from 'nanoid';

export type Message = Readonly<Record<string, unknown>>;

export type SignedChannelOptions = {
  readonly url: string;
  readonly key: string;
  /** The channel in Redis; a topic has the channel `name:topic`. */
  readonly name: string;
  /** Messages that may wait for Redis. While Redis does not answer, one message at a time is sent. */
  readonly maxUnsent: number;
  /** Called with a message of another node; returns false if its form is unknown. `topic` is empty for the channel itself. */
  readonly onMessage: (message: Message, node: string, topic: string) => boolean;
  /** Called when a topic can be used from now on, or again. */
  readonly onLinked: (topic: string) => void;
  readonly onDropped: () => void;
  readonly log: { warn(data: object, message: string): void; info(data: object, message: string): void };
  /** Logged once when Redis becomes unreachable, and once when it is reachable again. */
  readonly logTexts: { readonly down: string; readonly up: string };
};

const commandMs = 2_000;
/** Nodes whose last number is remembered: far more than an installation has, even counting restarts. */
const maxNodes = 1_000;

export class SignedChannel {
  /** This node's name, unique to the process. */
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
    // A subscription has no timeout: giving up while Redis is frozen would leave a connection without a subscription.
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
    this.#subscriber.on('message', (channel: string, message: string) => this.#receive(channel, message));
  }

  get connected(): boolean {
    return this.#isListening && !this.#isDown && this.#publisher.status === 'ready';
  }

  /** False if the message is dropped [CL1]. */
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

  /** Subscribes to a topic until `ignore`. */
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

  #link(): void {
    if (this.#isLinked || this.#isDown || !this.#isListening || this.#publisher.status !== 'ready') return;
    this.#isLinked = true;
    for (const topic of this.#topics) this.#options.onLinked(topic);
  }

  /** [CL2] */
  #receive(channel: string, text: string): void {
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
    const [longestSilent] = this.#lastSequence.keys();
    if (this.#lastSequence.size > maxNodes && longestSilent !== undefined) this.#lastSequence.delete(longestSilent);
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
    this.#options.log.warn({ err: error }, this.#options.logTexts.down);
  }

  #noteUp(): void {
    if (!this.#isDown || !this.#isListening) return;
    this.#isDown = false;
    this.#options.log.info({}, this.#options.logTexts.up);
    this.#link();
  }
}

export const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
