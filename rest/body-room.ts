/**
 * body-room: memory for the bodies of calls under way: so many bytes at once; what comes when it is full waits, unread.
 *
 * W1  A body takes room for its declared length, or for the most that it may have, before a byte of it is read, and until its
 *     call is over. Small ones take none: they are many, and answered quickly.
 * W2  Who came first is served first. One caller has at most a third of the room: whoever sends slowly holds up nobody but itself.
 * W3  Who has waited too long is told to come back (room_unavailable), and nothing of the body was read.
 */
import type { IncomingMessage } from 'node:http';

import { problem, type Problem } from '#schema/problem.ts';

import { hasBody } from './read-body.ts';

export type BodyRoomSize = {
  /** Of all bodies at once. A body that is larger is let in alone. */
  readonly bytes: number;
  readonly bytesPerCaller: number;
  readonly waitMs: number;
};

type WaitingBody = { readonly caller: string; readonly bytes: number; readonly admit: () => void };

/** [W1] Bytes. */
const small = 65_536;

export class BodyRoom {
  readonly #size: BodyRoomSize;
  readonly #bytesByCaller = new Map<string, number>();
  readonly #waiting = new Set<WaitingBody>();
  #bytes = 0;

  constructor(size: BodyRoomSize) {
    this.#size = size;
  }

  /** Errors: those of work, room_unavailable. Throws what work throws. */
  async run<T>(caller: string, bytes: number, work: () => Promise<T | Problem>): Promise<T | Problem> {
    if (bytes <= small) return work();
    if (!(await this.#enter(caller, bytes))) return busy;
    try {
      return await work();
    } finally {
      this.#change(caller, -bytes);
      this.#admit();
    }
  }

  /** [W3] False when there was no room in time. */
  #enter(caller: string, bytes: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: WaitingBody = {
        caller,
        bytes,
        admit: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(false);
        this.#admit();
      }, this.#size.waitMs);
      this.#waiting.add(waiting);
      this.#admit();
    });
  }

  /** [W2] One whose caller has enough is passed over; one for which there is not yet room at all holds up those behind it. */
  #admit(): void {
    for (const waiting of this.#waiting) {
      const { caller, bytes, admit } = waiting;
      const held = this.#bytesByCaller.get(caller) ?? 0;
      if (held > 0 && held + bytes > this.#size.bytesPerCaller) continue;
      if (this.#bytes > 0 && this.#bytes + bytes > this.#size.bytes) return;
      this.#waiting.delete(waiting);
      this.#change(caller, bytes);
      admit();
    }
  }

  #change(caller: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#bytesByCaller.get(caller) ?? 0) + bytes;
    if (held === 0) this.#bytesByCaller.delete(caller);
    else this.#bytesByCaller.set(caller, held);
  }
}

/** What a body may come to in memory; nothing for one that is refused unread. */
export function bodyBytes(request: IncomingMessage, limit: number): number {
  if (!hasBody(request)) return 0;
  const declared = request.headers['content-length'];
  if (declared === undefined) return limit;
  return Number(declared) > limit ? 0 : Number(declared);
}

const busy = problem('room_unavailable', {
  detail: 'This server is receiving as much as it can; nothing of the call was read.',
  hint: 'Send the same call once more, in a moment.',
});
