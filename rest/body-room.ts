/**
 * Limits the memory for bodies of concurrent calls. A body waits, unread, until there is room.
 *
 * A body takes room for its declared length, or else for the limit, until its call has ended. Small bodies take none: they are many
 * and answered quickly. Room is given in order of arrival, and one caller has at most a third of it, so that slow senders delay only
 * themselves.
 */
import type { IncomingMessage } from 'node:http';

import { problem, type Problem } from '#schema/problem.ts';

import { hasBody } from './read-body.ts';

export type BodyRoomSize = {
  /** The total of all bodies. A larger body is admitted only if there is no other. */
  readonly bytes: number;
  readonly bytesPerCaller: number;
  readonly waitMs: number;
};

type WaitingBody = { readonly caller: string; readonly bytes: number; readonly admit: () => void };

/** Bodies up to this size, in bytes, take no room. */
const smallBytes = 65_536;

export class BodyRoom {
  readonly #size: BodyRoomSize;
  readonly #bytesByCaller = new Map<string, number>();
  readonly #waiting = new Set<WaitingBody>();
  #bytes = 0;

  constructor(size: BodyRoomSize) {
    this.#size = size;
  }

  /** Problems: those of work, room_unavailable. Throws what work throws. */
  async run<T>(caller: string, bytes: number, work: () => Promise<T | Problem>): Promise<T | Problem> {
    if (bytes <= smallBytes) return work();
    if (!(await this.#enter(caller, bytes))) return busy;
    try {
      return await work();
    } finally {
      this.#change(caller, -bytes);
      this.#admit();
    }
  }

  /** False if there was no room in time. */
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

  /** Skips bodies whose caller has its share. A body that does not fit yet makes the ones behind it wait. */
  #admit(): void {
    for (const waiting of this.#waiting) {
      const { caller, bytes, admit } = waiting;
      const callerBytes = this.#bytesByCaller.get(caller) ?? 0;
      if (callerBytes > 0 && callerBytes + bytes > this.#size.bytesPerCaller) continue;
      if (this.#bytes > 0 && this.#bytes + bytes > this.#size.bytes) return;
      this.#waiting.delete(waiting);
      this.#change(caller, bytes);
      admit();
    }
  }

  #change(caller: string, bytes: number): void {
    this.#bytes += bytes;
    const callerBytes = (this.#bytesByCaller.get(caller) ?? 0) + bytes;
    if (callerBytes === 0) this.#bytesByCaller.delete(caller);
    else this.#bytesByCaller.set(caller, callerBytes);
  }
}

/** The memory that a body may take; 0 if it will be refused unread. */
export function bodyBytes(request: IncomingMessage, limit: number): number {
  if (!hasBody(request)) return 0;
  const declared = request.headers['content-length'];
  if (declared === undefined) return limit;
  return Number(declared) > limit ? 0 : Number(declared);
}

const busy = problem('room_unavailable', {
  detail: 'The server is receiving as much as it can; the call was not read.',
  hint: 'Send the same call again in a moment.',
});
