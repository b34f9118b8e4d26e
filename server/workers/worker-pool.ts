/** A few threads for many jobs, which wait for a thread in the order of their arrival. */
import { problem, type Problem } from '#schema/problem.ts';

import { WorkerDelayed } from './worker-thread.ts';

export type PoolLimits = { readonly waitMs: number; readonly maxWaiting: number };

/** For jobs whose worker did not start in time, or did not get the CPU time that it may use. */
export const delayed = problem('room_unavailable', {
  detail: 'The server is busy: no worker was free for long enough. Nothing was applied.',
  retryAfter: 1,
});

export class WorkerPool<Thread extends { end(): Promise<void> }> {
  readonly #limits: PoolLimits;
  readonly #threads: readonly Thread[];
  readonly #idle: Thread[];
  readonly #waiting: ((thread: Thread | null) => void)[] = [];
  #isClosed = false;

  constructor(threads: readonly Thread[], limits: PoolLimits) {
    this.#limits = limits;
    this.#threads = threads;
    this.#idle = [...threads];
  }

  /**
   * Runs the work on an idle thread. Problems: room_unavailable if the job waits too long, too many are waiting or the thread does not
   * start or get its CPU time, shutting_down if the pool closes before the work is done.
   */
  async run<T>(work: (thread: Thread) => Promise<T>): Promise<T | Problem> {
    const thread = await this.#thread();
    if (thread === null) return problem(this.#isClosed ? 'shutting_down' : 'room_unavailable');
    try {
      const outcome = await work(thread);
      return this.#isClosed ? problem('shutting_down') : outcome;
    } catch (error) {
      if (this.#isClosed) return problem('shutting_down');
      if (error instanceof WorkerDelayed) return delayed;
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(thread);
      else next(thread);
    }
  }

  /** Ends the threads; waiting and running jobs are answered shutting_down. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const wake of this.#waiting.splice(0)) wake(null);
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  /** An idle thread; null if there is none in time. */
  async #thread(): Promise<Thread | null> {
    if (this.#isClosed) return null;
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#waiting.length >= this.#limits.maxWaiting) return null;
    return new Promise((resolve) => {
      const give = (thread: Thread | null): void => {
        clearTimeout(timer);
        resolve(thread);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(give), 1);
        resolve(null);
      }, this.#limits.waitMs);
      this.#waiting.push(give);
    });
  }
}
