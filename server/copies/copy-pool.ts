/**
 * Copies documents, each in its own thread, so that a large document does not block the event loop. A few copies run at a time; the
 * others wait their turn.
 */
import { Worker } from 'node:worker_threads';

import { limits } from '#schema/limits.ts';
import type { Problem } from '#schema/problem.ts';
import type { CopiedDocument } from '#schema/ydoc/copy.ts';
import { LoadLimit } from '#server/rooms/load-limit.ts';
import { CpuDeadline } from '#server/workers/cpu-deadline.ts';
import { delayed } from '#server/workers/worker-pool.ts';

export type CopyJob = { readonly updates: readonly Uint8Array[]; readonly name: string };

export type CopyMessage = { readonly kind: 'ready' } | { readonly kind: 'copied'; readonly copy: CopiedDocument };

export type CopyLimits = {
  /** For starting the worker. */
  readonly startMs: number;
  /** CPU time from the moment the worker is ready. */
  readonly deadlineMs: number;
  readonly heapMb: number;
};

const defaults: CopyLimits = { startMs: 15_000, deadlineMs: limits.copyMs, heapMb: 768 };

export class CopyPool {
  readonly #limits: CopyLimits;
  readonly #limit = new LoadLimit(2);
  readonly #script = new URL('./copy-worker.ts', import.meta.url);

  constructor(options: Partial<CopyLimits> = {}) {
    this.#limits = { ...defaults, ...options };
  }

  /** Null if the copy exceeds its deadline or heap. Problems: room_unavailable if the worker does not start in time. */
  copy(job: CopyJob): Promise<CopiedDocument | Problem | null> {
    return this.#limit.run(() => this.#copyIn(this.#start(job)));
  }

  #start(workerData: CopyJob): Worker {
    // The worker gets none of the server's secrets.
    const worker = new Worker(this.#script, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    worker.unref();
    return worker;
  }

  async #copyIn(worker: Worker): Promise<CopiedDocument | Problem | null> {
    const { startMs, deadlineMs } = this.#limits;
    const { promise: outcome, resolve: settle } = Promise.withResolvers<CopiedDocument | Problem | null>();
    const timer = setTimeout(settle, startMs, delayed);
    const deadline: { current?: CpuDeadline } = {};
    worker.on('message', (message: CopyMessage) => {
      if (message.kind === 'copied') return settle(message.copy);
      clearTimeout(timer);
      deadline.current = new CpuDeadline(worker, deadlineMs, (expiry) => settle(expiry === 'over' ? null : delayed));
    });
    // Running out of memory is an error event, too.
    worker.once('error', () => settle(null));
    worker.once('exit', () => settle(null));
    try {
      return await outcome;
    } finally {
      clearTimeout(timer);
      deadline.current?.stop();
      await worker.terminate();
    }
  }
}
