/** One reader's socket (SPEC.md, PB10 to PB13). What it gets is made once for all readers, as a whole frame. */
import type { Duplex } from 'node:stream';

import type { WebSocket } from 'ws';

import { limits } from '#schema/limits.ts';

export const readerCloseCodes = {
  restarting: 1012,
  tooSlow: 1013,
  spoke: 1008,
  gone: 4404,
} as const;
export type ReaderEnd = keyof typeof readerCloseCodes | 'left' | 'silent';

/** How long a reader may take for the close handshake. */
const closingMs = 2_000;

export class Reader {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #onEnd: (why: ReaderEnd) => void;
  #ended = false;
  #awaitsPong = false;
  /** The size of a message that is larger than what may be unread, until everything was read. */
  #largeBytes = 0;
  /** When the next ping is due, ms. */
  pingAt: number;

  /** `stream`: the connection below the socket. `onEnd` is called once. */
  constructor(socket: WebSocket, stream: Duplex, { pingAt, onEnd }: { pingAt: number; onEnd: (why: ReaderEnd) => void }) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onEnd = onEnd;
    this.pingAt = pingAt;
    const spoke = (): void => this.end('spoke');
    socket.on('message', spoke).on('ping', spoke);
    socket.on('pong', () => {
      if (!this.#awaitsPong) spoke();
      this.#awaitsPong = false;
    });
    socket.on('close', () => this.#finish('left'));
    // ws closes the socket of a peer that breaks the protocol.
    socket.on('error', () => undefined);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Writes below ws, which would make and write a header for each reader. That is the same as long as ws sends at once, which it does
   * without compression.
   */
  send(frame: Buffer): void {
    if (this.#ended) return;
    const unread = this.#stream.writableLength;
    if (unread === 0) this.#largeBytes = 0;
    if (unread > limits.publishedUnreadBytes + this.#largeBytes) return this.end('tooSlow');
    if (frame.length > limits.publishedUnreadBytes) this.#largeBytes += frame.length;
    this.#stream.write(frame);
  }

  /** Ends a reader that has not answered the last ping. */
  ping(nextAt: number): void {
    this.pingAt = nextAt;
    if (this.#ended) return;
    if (this.#awaitsPong) return this.end('silent');
    this.#awaitsPong = true;
    this.#socket.ping();
  }

  end(why: Exclude<ReaderEnd, 'left'>): void {
    if (this.#ended) return;
    this.#finish(why);
    if (why === 'silent') return this.#socket.terminate();
    this.#socket.close(readerCloseCodes[why], why);
    const timer = setTimeout(() => this.#socket.terminate(), closingMs);
    timer.unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #finish(why: ReaderEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(why);
  }
}
