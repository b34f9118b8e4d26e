/** A write that waits for its turn, or for the turn of an earlier write to take it along (SPEC.md, RM38). */
import { AsyncLocalStorage } from 'node:async_hooks';

import { type Problem, ProblemError } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import { resumeAccount } from '#server/budgets/current-account.ts';
import type { Db } from '#storage/storage.ts';

import type { RoomWrite, WriteWork } from './port.ts';
import { WriteTransaction } from './write-transaction.ts';

/** As the turn sees it that does the write. */
export type WaitingWrite = {
  /** A new attempt. */
  begin(): WriteTransaction;
  /** Reads what the work needs, in place of what was read before. */
  read(tx: Db): Promise<unknown>;
  /** Does the work once its rows were read. Its answer is kept until `succeed`. */
  run(room: RoomWrite): Promise<unknown>;
  /** Gives the caller the answer. */
  succeed(): void;
  /** Gives the caller a ProblemError as its problem, and throws anything else; nothing once it was answered. */
  fail(error: unknown): void;
};

/** `actor`: null for the server itself. */
export function waitingWrite<T, R>(
  actor: Actor | null,
  { read, work }: WriteWork<T, R>,
): { readonly write: WaitingWrite; readonly answer: Promise<T | Problem> } {
  const settled = Promise.withResolvers<T | Problem>();
  // It may fail before its caller waits for the answer.
  settled.promise.catch(() => undefined);
  // The work is done in the context of its caller, whose account it counts for.
  const inContext = AsyncLocalStorage.snapshot();
  let rows: Promise<R>;
  let answer: T | Problem;
  const write: WaitingWrite = {
    begin: () => WriteTransaction.by(actor),
    read(tx) {
      rows = inContext(() => read(tx));
      return rows;
    },
    async run(room) {
      const found = await rows;
      answer = await inContext(() => {
        resumeAccount();
        return work(room, found);
      });
      return answer;
    },
    succeed: () => settled.resolve(answer),
    fail(error) {
      if (error instanceof ProblemError) settled.resolve(error.problem);
      else settled.reject(error);
    },
  };
  return { write, answer: settled.promise };
}
