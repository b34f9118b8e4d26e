/**
 * Copies documents, each in its own thread, so that a large document does not block the event loop. A few copies run at a time; the
 * others wait their turn.
 */
import { Worker } from 'node:worker_threads';

import { limits } from '#schema/limits.ts';
import type { CopiedDocument } from '#schema/ydoc/copy.ts';
import { LoadLimit } from '#server/rooms/load-limit.ts';

export type CopyJob = { readonly updates: readonly Uint8Array[]; readonly name: string };

export type CopyLimits = { readonly deadlineMs: number; readonly heapMb: number };

const defaults: CopyLimits = { deadlineMs: limits.copyMs, heapMb: 768 };

export class CopyPool {
  readonly #limits: CopyLimits;
  readonly #limit = new LoadLimit(2);
  readonly #script = new URL('./copy-worker.ts', import.meta.url);

  constructor(options: Partial<CopyLimits> = {}) {
    this.#limits = { ...defaults, ...options };
  }

  /** Null if the copy exceeds its deadline or heap. */
  copy(job: CopyJob): Promise<CopiedDocument | null> {
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

  async #copyIn(worker: Worker): Promise<CopiedDocument | null> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<CopiedDocument | null>((resolve) => {
        timer = setTimeout(resolve, this.#limits.deadlineMs, null);
        worker.once('message', (copy: CopiedDocument) => resolve(copy));
        // Running out of memory is an error event, too.
        worker.once('error', () => resolve(null));
        worker.once('exit', () => resolve(null));
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  }
}
