/**
 * worker-thread: one worker, seen from the event loop.
 *
 * H1  The worker is started for the first job and kept; after it ended, for whatever reason, the next job starts another.
 * H2  A job that passes the deadline, or the memory that a worker may take, has no answer (null), and its worker is ended.
 * H3  A worker that says `longer` has a later deadline, from then on, for this job.
 */
import { type Transferable, Worker } from 'node:worker_threads';

import type { CapturedTab } from './captured-tab.ts';
import { type Longer, sendTabJob } from './tab-jobs.ts';

export type ThreadLimits = {
  /** From when the job is all there to its answer. */
  readonly deadlineMs: number;
  /** From when the worker asked for more time [H3]; default: `deadlineMs`. */
  readonly longerMs?: number;
  /** For the worker to be there. */
  readonly startMs: number;
  readonly heapMb: number;
  /** Default: Node's. */
  readonly stackMb?: number;
};

export class WorkerThread<Job, Answer extends { readonly kind: string }> {
  readonly #script: URL;
  readonly #limits: ThreadLimits;
  readonly #data: unknown;
  #worker: Promise<Worker> | null = null;

  /** `data` is there in the worker from its start on. */
  constructor(script: URL, limits: ThreadLimits, data?: unknown) {
    this.#script = script;
    this.#limits = limits;
    this.#data = data;
  }

  /** The answer to a job on a tab; null when the worker had to be ended, or ended itself [H2]. One job at a time. */
  async ask(tab: CapturedTab, job: Job, transfer: readonly Transferable[] = []): Promise<Answer | null> {
    const worker = await this.#start();
    const { deadlineMs, longerMs = deadlineMs } = this.#limits;
    const { promise: answer, resolve: settle } = Promise.withResolvers<Answer | null>();
    let [timer, takesLonger]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
    const endIn = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(settle, ms, null);
    };
    const onExit = (): void => settle(null);
    const onMessage = (message: Answer | Longer): void => {
      if (!isLonger(message)) return settle(message);
      if (!takesLonger) endIn(longerMs);
      takesLonger = true;
    };
    worker.on('message', onMessage).on('exit', onExit);
    try {
      await sendTabJob(worker, tab, job, transfer);
      if (!takesLonger) endIn(deadlineMs);
      const first = await answer;
      if (first === null) await this.end();
      return first;
    } finally {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
    }
  }

  async end(): Promise<void> {
    const worker = await this.#worker?.catch(() => null);
    this.#worker = null;
    await worker?.terminate();
  }

  /** [H1] */
  #start(): Promise<Worker> {
    this.#worker ??= startWorker(this.#script, this.#limits, this.#data, () => {
      this.#worker = null;
    });
    return this.#worker;
  }
}

const isLonger = (message: { readonly kind: string }): message is Longer => message.kind === 'longer';

/** The worker once it is ready; `onEnd` is told when it is there no more. Throws when it does not come up. */
async function startWorker(
  script: URL,
  { heapMb, startMs, stackMb }: ThreadLimits,
  data: unknown,
  onEnd: () => void,
): Promise<Worker> {
  const worker = new Worker(script, {
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      maxYoungGenerationSizeMb: 32,
      ...(stackMb !== undefined && { stackSizeMb: stackMb }),
    },
    // Nothing of the server's secrets has any business there.
    env: {},
    execArgv: [],
  });
  worker.unref();
  worker.once('exit', onEnd);
  const ready = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, startMs, false);
    worker.once('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    // Kept for as long as the worker lives: running out of memory is such an error as well, and its end says enough.
    worker.on('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  if (ready) return worker;
  await worker.terminate();
  throw new Error(`the worker ${script.pathname.split('/').at(-1)} could not be started`);
}
