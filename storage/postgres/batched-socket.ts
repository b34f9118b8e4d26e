/**
 * A socket that sends what is written to it in one turn of the event loop in a single system call, once the turn's promises have been
 * served. Statements of a transaction that are sent without waiting for each other are many small writes.
 */
import { Socket } from 'node:net';
import process from 'node:process';

export class BatchedSocket extends Socket {
  #isHeld = false;

  constructor() {
    super();
    // `connect` sets `write` back to that of Socket, so a method of this class would not be called.
    this.once('connect', () => {
      const write = this.write.bind(this) as (...args: unknown[]) => boolean;
      this.write = (...args: unknown[]): boolean => {
        this.#hold();
        return write(...args);
      };
    });
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}
