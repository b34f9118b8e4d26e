/**
 * Lets each caller do a few expensive things at a time, so that one with many delays only itself: the workers that draw pictures take jobs
 * in the order of their arrival.
 */
import { problem, type Problem } from '#schema/problem.ts';

export type TurnLimits = {
  /** Of one caller. */
  readonly atOnce: number;
  /** Of one caller. More are refused. */
  readonly waiting: number;
  readonly waitMs: number;
};

type Caller = { running: number; readonly waiting: Set<() => void> };

export class CallerTurns {
  readonly #limits: TurnLimits;
  readonly #callers = new Map<string, Caller>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Problems: those of work, room_unavailable. Throws what work throws. */
  async run<T>(name: string, work: () => Promise<T | Problem>): Promise<T | Problem> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: new Set() };
    this.#callers.set(name, caller);
    if (!(await this.#turn(caller))) return tooMany;
    try {
      return await work();
    } finally {
      const [next] = caller.waiting;
      if (next !== undefined) next();
      else caller.running -= 1;
      if (caller.running === 0) this.#callers.delete(name);
    }
  }

  /** False if there is no turn in time. */
  #turn(caller: Caller): Promise<boolean> {
    const { atOnce, waiting, waitMs } = this.#limits;
    if (caller.running < atOnce) {
      caller.running += 1;
      return Promise.resolve(true);
    }
    if (caller.waiting.size >= waiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (hasTurn: boolean): void => {
        clearTimeout(timer);
        caller.waiting.delete(begin);
        resolve(hasTurn);
      };
      const begin = (): void => end(true);
      const timer = setTimeout(() => end(false), waitMs);
      caller.waiting.add(begin);
    });
  }
}

const tooMany = problem('room_unavailable', {
  detail: 'You have too many expensive reads under way; this one was not done.',
  hint: 'Send it again when the others are answered.',
});
