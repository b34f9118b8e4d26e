/**
 * A worker thread as seen from the event loop. The worker is started for the first job and kept; when it has ended for any reason, the
 * next job starts another.
 */
import { type Transferable, Worker } from 'node:worker_threads';

import type { CapturedTab } from './captured-tab.ts';
import { type Longer, sendTabJob } from './tab-jobs.ts';

export type ThreadLimits = {
  /** From the moment the whole job is sent to its answer. */
  readonly deadlineMs: number;
  /** From the moment the worker posts `longer`; default: `deadlineMs`. */
  readonly longerMs?: number;
  /** For starting the worker. */
  readonly startMs: number;
  readonly heapMb: number;
  /** Default: Node's. */
  readonly stackMb?: number;
};

/** The worker was not ready in time, as on a busy machine: the same job can succeed a moment later. */
export class StartTimeout extends Error {
  constructor(script: URL) {
    super(`the worker ${nameOf(script)} did not start in time`);
  }
}

const nameOf = (script: URL): string => script.pathname.split('/').at(-1) ?? '';

export class WorkerThread<Job, Answer extends { readonly kind: string }> {
  readonly #script: URL;
  readonly #limits: ThreadLimits;
  readonly #data: unknown;
  #worker: Promise<Worker> | null = null;

  /** `data` becomes the worker's `workerData`. */
  constructor(script: URL, limits: ThreadLimits, data?: unknown) {
    this.#script = script;
    this.#limits = limits;
    this.#data = data;
  }

  /**
   * The answer to a job on a tab; null if the job exceeded its deadline or memory, which ends the worker. One job at a time. `onBegin` is
   * called once the worker is ready. Throws StartTimeout.
   */
  async ask(tab: CapturedTab, job: Job, transfer: readonly Transferable[] = [], onBegin?: () => void): Promise<Answer | null> {
    const worker = await this.#start();
    onBegin?.();
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

  #start(): Promise<Worker> {
    this.#worker ??= startWorker(this.#script, this.#limits, this.#data, () => {
      this.#worker = null;
    });
    return this.#worker;
  }
}

const isLonger = (message: { readonly kind: string }): message is Longer => message.kind === 'longer';

/** The worker once it is ready; `onEnd` is called when it ends. Throws if it does not start: StartTimeout if it takes too long. */
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
    // The worker gets none of the server's secrets.
    env: {},
    execArgv: [],
  });
  worker.unref();
  worker.once('exit', onEnd);
  const start = Promise.withResolvers<'ready' | 'late' | 'ended'>();
  const timer = setTimeout(start.resolve, startMs, 'late');
  worker.once('message', () => start.resolve('ready'));
  // This listener stays: running out of memory is an error event, too, and the exit event says enough.
  worker.on('error', () => start.resolve('ended'));
  worker.once('exit', () => start.resolve('ended'));
  const outcome = await start.promise;
  clearTimeout(timer);
  if (outcome === 'ready') return worker;
  await worker.terminate();
  throw outcome === 'late' ? new StartTimeout(script) : new Error(`the worker ${nameOf(script)} could not be started`);
}
