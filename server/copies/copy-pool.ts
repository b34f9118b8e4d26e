/**
 * copy-pool: copies documents, each in a thread of its own that ends with it: a large document holds nobody else up.
 *
 * C1  A copy has a deadline and a bounded heap; one that passes them is none (null).
 * C2  There are few at a time; the others wait their turn.
 */
import { Worker } from 'node:worker_threads';

import { limits } from '#schema/limits.ts';
import type { CopiedDocument } from '#schema/ydoc/copy.ts';
import { LoadLimit } from '#server/rooms/load-limit.ts';

export type CopyJob = { readonly updates: readonly Uint8Array[]; readonly name: string };

export type CopierLimits = { readonly deadlineMs: number; readonly heapMb: number };

const usual: CopierLimits = { deadlineMs: limits.copyMs, heapMb: 768 };

export class CopyPool {
  readonly #limits: CopierLimits;
  readonly #limit = new LoadLimit(2);
  readonly #script = new URL('./copy-worker.ts', import.meta.url);

  constructor(own: Partial<CopierLimits> = {}) {
    this.#limits = { ...usual, ...own };
  }

  /** Null when it is too much. */
  copy(job: CopyJob): Promise<CopiedDocument | null> {
    return this.#limit.run(() => this.#copyIn(this.#start(job)));
  }

  #start(workerData: CopyJob): Worker {
    // Nothing of the server's secrets has any business there.
    const worker = new Worker(this.#script, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    worker.unref();
    return worker;
  }

  /** [C1] */
  async #copyIn(worker: Worker): Promise<CopiedDocument | null> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<CopiedDocument | null>((resolve) => {
        timer = setTimeout(resolve, this.#limits.deadlineMs, null);
        worker.once('message', (copied: CopiedDocument) => resolve(copied));
        // Running out of memory is such an error as well.
        worker.once('error', () => resolve(null));
        worker.once('exit', () => resolve(null));
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }
}
