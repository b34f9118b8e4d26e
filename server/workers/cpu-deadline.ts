/**
 * cpu-deadline: limits the CPU time of a job in a worker, so that no job is refused because others keep the machine busy.
 *
 * The time that passes is limited as well, to several times as much: a caller waits only so long.
 */
import type { Worker } from 'node:worker_threads';

/** `over`: the job used up its CPU time; `delayed`: it did not get it. */
export type CpuExpiry = 'over' | 'delayed';

/** The time that may pass, in multiples of the CPU time. */
const patience = 4;
const leastStepMs = 5;

export class CpuDeadline {
  readonly #worker: Worker;
  readonly #cpuMs: number;
  readonly #expire: (expiry: CpuExpiry) => void;
  readonly #latest: number;
  readonly #usedBefore: Promise<number>;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** `expire` is called at most once. */
  constructor(worker: Worker, cpuMs: number, expire: (expiry: CpuExpiry) => void) {
    this.#worker = worker;
    this.#cpuMs = cpuMs;
    this.#expire = expire;
    this.#latest = performance.now() + cpuMs * patience;
    this.#usedBefore = cpuMsOf(worker);
    this.#checkIn(cpuMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #checkIn(ms: number): void {
    this.#timer = setTimeout(() => void this.#check(), Math.min(ms, Math.max(0, this.#latest - performance.now())));
  }

  async #check(): Promise<void> {
    // A worker that gets no CPU does not answer either.
    const answerLate = new Promise<null>((resolve) => {
      this.#timer = setTimeout(resolve, this.#cpuMs, null);
    });
    const used = await Promise.race([Promise.all([this.#usedBefore, cpuMsOf(this.#worker)]), answerLate]);
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const [before, now] = used ?? [0, 0];
    const left = this.#cpuMs - (now - before);
    if (left > 0 && performance.now() < this.#latest) return this.#checkIn(Math.max(leastStepMs, left));
    this.stop();
    this.#expire(left <= 0 ? 'over' : 'delayed');
  }
}

/** The CPU time that the worker has used; 0 if it has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return 0;
  }
}
