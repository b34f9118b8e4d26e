/**
 * upload: sends a backlog piece by piece, paced by the server's acknowledgements, which arrive in the order of the pieces.
 *
 * UP1  Only a few pieces are unacknowledged at a time: the page is never far ahead of the server's disk, and a lost connection
 *      costs little.
 * UP2  The last piece is empty. Its acknowledgement means that everything before it is durable, including pieces that another
 *      window of the same document sent in the meantime.
 */
import type { Backlog } from './backlog.ts';

const piecesAhead = 3;
const nothing = Uint8Array.of(0, 0);

export class Upload {
  readonly #backlog: Backlog;
  readonly #send: (piece: Uint8Array) => void;
  /** The sizes of the unacknowledged pieces, oldest first. */
  readonly #ahead: number[] = [];
  #isSent = false;
  #bytes = 0;

  constructor(backlog: Backlog, send: (piece: Uint8Array) => void) {
    this.#backlog = backlog;
    this.#send = send;
    this.#fill();
  }

  /** False if the server already had everything. */
  get hasPieces(): boolean {
    return this.#bytes > 0 || this.#ahead.some((bytes) => bytes > 0);
  }

  /** True once everything that the document holds has been sent. */
  get isSent(): boolean {
    return this.#isSent;
  }

  get isDurable(): boolean {
    return this.#isSent && this.#ahead.length === 0;
  }

  /** The total size of the durable pieces. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The server acknowledged the oldest unacknowledged piece. */
  acknowledged(): void {
    this.#bytes += this.#ahead.shift() ?? 0;
    this.#fill();
  }

  /** The server sent this update. */
  received(update: Uint8Array): void {
    this.#backlog.received(update);
  }

  /** [UP1] [UP2] */
  #fill(): void {
    while (!this.#isSent && this.#ahead.length < piecesAhead) {
      const piece = this.#backlog.next();
      this.#isSent = piece === null;
      this.#ahead.push(piece?.length ?? 0);
      this.#send(piece ?? nothing);
    }
  }
}
