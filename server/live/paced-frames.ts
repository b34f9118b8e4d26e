/**
 * Passes a peer's frames on, and holds them back while a budget of its account is used up (server/budgets/SPEC.md, BG5). The socket is not read
 * meanwhile, so that the peer waits instead of filling memory: held are at most the frames that had arrived.
 */
import { limits } from '#schema/limits.ts';

export type PacedFramesOptions = {
  readonly socket: { pause(): void; resume(): void };
  /** The time until the budget is refilled; 0 if it is not used up. */
  readonly waitMs: () => number;
  readonly handle: (frame: Uint8Array) => void;
  /** Called instead of waiting for too long. */
  readonly onTooLong: () => void;
};

export class PacedFrames {
  readonly #options: PacedFramesOptions;
  readonly #held: Uint8Array[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(options: PacedFramesOptions) {
    this.#options = options;
  }

  receive(frame: Uint8Array): void {
    if (this.#timer === null && this.#options.waitMs() === 0) return this.#options.handle(frame);
    this.#held.push(frame);
    if (this.#timer === null) this.#wait();
  }

  /** Drops what is held, and reads on: the peer's part of closing must be read. */
  end(): void {
    this.#held.length = 0;
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#options.socket.resume();
  }

  #wait(): void {
    const { socket, waitMs, onTooLong } = this.#options;
    const ms = waitMs();
    if (ms > limits.budgetWaitMs) return onTooLong();
    socket.pause();
    this.#timer = setTimeout(() => this.#continue(), ms);
  }

  #continue(): void {
    this.#timer = null;
    while (this.#options.waitMs() === 0) {
      const frame = this.#held.shift();
      if (frame === undefined) return this.#options.socket.resume();
      this.#options.handle(frame);
    }
    this.#wait();
  }
}
