/**
 * A tab of a published link with readers on this node: reads it after each write, and sends what changed to all of them (SPEC.md, PB7
 * to PB9). Every message is encoded once. Readers that join get the last board, encoded once, too.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { boardMessage, changeMessage, type PublishedBoard, type PublishedMessage } from '#core/published/board.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import type { Reader } from './reader.ts';
import { textFrame } from './text-frame.ts';

export type PublicationOptions = {
  /** Reads the board. Problems: tab_not_found, document_not_found, room_unavailable. */
  readonly read: () => Promise<PublishedBoard | Problem>;
  readonly onFailed: (error: unknown) => void;
  readonly onSent: (readers: number) => void;
};

/** The longest turn of the event loop that delivering takes. */
const sliceMs = 3;
/** After a read that failed. */
const retryMs = 1_000;
/** After a slow read there is a pause as long as it was, but readers wait no longer than this. */
const slowestPaceMs = 500;

/** The least time between two messages, ms: for more readers they are combined. 100 ms for a few readers, 250 ms for 2,000. */
export const paceMs = (readers: number): number => Math.min(slowestPaceMs, 100 + 0.075 * readers);

export class Publication {
  readonly #options: PublicationOptions;
  readonly #readers = new Set<Reader>();
  #board: PublishedBoard | null = null;
  /** The first message of a reader that joins now; null: not encoded since the last change. */
  #first: Buffer | null = null;
  #isDue = false;
  #isRunning = false;
  #ended = false;
  #isGone = false;
  #notBefore = 0;
  /** When the last message began to be sent. */
  #sentAt = -Infinity;
  #retry: NodeJS.Timeout | undefined;
  #opening: Promise<null | Problem> | null = null;

  constructor(options: PublicationOptions) {
    this.#options = options;
  }

  get board(): PublishedBoard | null {
    return this.#board;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** Resolves when readers can join. Throws what reading throws; a later call tries again. */
  open(): Promise<null | Problem> {
    if (this.#isGone) return Promise.resolve(problem('tab_not_found'));
    if (this.#board !== null) return Promise.resolve(null);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** Only once it is open. */
  join(reader: Reader): void {
    if (this.#board === null) throw new Error('a reader joins before the board was read');
    if (this.#isGone) return reader.end('gone');
    this.#first ??= encoded(boardMessage(this.#board));
    this.#readers.add(reader);
    reader.send(this.#first);
    this.#options.onSent(1);
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Call when the document may have changed. */
  wake(): void {
    if (this.#ended || this.#board === null) return;
    this.#isDue = true;
    if (!this.#isRunning) void this.#follow();
  }

  endReaders(why: 'gone' | 'restarting'): void {
    for (const reader of this.#readers) reader.end(why);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
  }

  async #open(): Promise<null | Problem> {
    const board = await this.#options.read();
    if (isProblem(board)) return board;
    this.#board = board;
    // What was written while it was read.
    this.wake();
    return null;
  }

  async #follow(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isDue && !this.#ended) {
        const waitMs = this.#notBefore - performance.now();
        if (waitMs > 0) await sleep(Math.ceil(waitMs));
        this.#isDue = false;
        const startedAt = performance.now();
        await this.#update();
        const tookMs = performance.now() - startedAt;
        this.#notBefore = Math.max(this.#sentAt + paceMs(this.#readers.size), startedAt + Math.min(slowestPaceMs, 2 * tookMs));
      }
    } catch (error) {
      this.#options.onFailed(error);
      this.#later();
    } finally {
      this.#isRunning = false;
    }
  }

  async #update(): Promise<void> {
    const before = this.#board;
    const after = await this.#options.read();
    if (this.#ended || before === null) return;
    if (isProblem(after)) {
      if (after.status !== 404) return this.#later();
      this.#isGone = true;
      return this.endReaders('gone');
    }
    const change = changeMessage(before, after);
    this.#board = after;
    if (change === null) return;
    this.#first = null;
    await this.#deliver(encoded(change));
  }

  /** Readers that join meanwhile have the board with this change. */
  async #deliver(frame: Buffer): Promise<void> {
    const readers = [...this.#readers];
    this.#sentAt = performance.now();
    let until = this.#sentAt + sliceMs;
    for (const reader of readers) {
      reader.send(frame);
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + sliceMs;
    }
    this.#options.onSent(readers.length);
  }

  #later(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.wake(), retryMs);
    this.#retry.unref();
  }
}

const encoded = (message: PublishedMessage): Buffer => textFrame(JSON.stringify(message));
