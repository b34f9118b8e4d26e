/**
 * A worker thread as seen from the event loop. The worker is started for the first job and kept; when it has ended for any reason, the
 * next job starts another.
 */
import { type Transferable, Worker } from 'node:worker_threads';

import type { CapturedTab } from './captured-tab.ts';
import { CpuDeadline } from './cpu-deadline.ts';
import { type Longer, sendTabJob } from './tab-jobs.ts';

export type ThreadLimits = {
  /** CPU time of the worker from the moment the whole job is sent to its answer. */
  readonly deadlineMs: number;
  /** The same once the worker has posted `longer`; default: `deadlineMs`. */
  readonly longerMs?: number;
  /** For starting the worker. */
  readonly startMs: number;
  readonly heapMb: number;
  /** Default: Node's. */
  readonly stackMb?: number;
};

/** The machine is busy: the worker did not start in time, or got too little CPU time. The same job can succeed a moment later. */
export class WorkerDelayed extends Error {
  constructor(script: URL, what: string) {
    super(`the worker ${nameOf(script)} ${what}`);
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
   * called once the worker is ready. Throws WorkerDelayed.
   */
  async ask(tab: CapturedTab, job: Job, transfer: readonly Transferable[] = [], onBegin?: () => void): Promise<Answer | null> {
    const worker = await this.#start();
    onBegin?.();
    const { deadlineMs, longerMs = deadlineMs } = this.#limits;
    const { promise: answer, resolve: settle, reject } = Promise.withResolvers<Answer | null>();
    const deadline: { current?: CpuDeadline } = {};
    let takesLonger = false;
    const begin = (ms: number): void => {
      deadline.current?.stop();
      deadline.current = new CpuDeadline(worker, ms, (expiry) => {
        if (expiry === 'over') settle(null);
        else reject(new WorkerDelayed(this.#script, 'got too little CPU time'));
      });
    };
    const onExit = (): void => settle(null);
    const onMessage = (message: Answer | Longer): void => {
      if (!isLonger(message)) return settle(message);
      if (!takesLonger) begin(longerMs);
      takesLonger = true;
    };
    worker.on('message', onMessage).on('exit', onExit);
    try {
      await sendTabJob(worker, tab, job, transfer);
      if (!takesLonger) begin(deadlineMs);
      const first = await answer;
      if (first === null) await this.end();
      return first;
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      deadline.current?.stop();
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

/** The worker once it is ready; `onEnd` is called when it ends. Throws if it does not start: WorkerDelayed if it takes too long. */
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
  throw outcome === 'late'
    ? new WorkerDelayed(script, 'did not start in time')
    : new Error(`the worker ${nameOf(script)} could not be started`);
}
