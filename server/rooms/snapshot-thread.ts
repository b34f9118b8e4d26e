/**
 * Makes the snapshot of a large document in a thread, from the bytes in the journal, because reading and encoding 50,000 elements
 * would stop the event loop for more than a second.
 */
import { Worker } from 'node:worker_threads';

import { LoadLimit } from './load-limit.ts';

const script = new URL('./snapshot-worker.ts', import.meta.url);
const oneAtATime = new LoadLimit(1);

/** The state after these updates, encoded; null if it takes more memory than allowed. */
export function encodedApart(updates: readonly Uint8Array[], heapMb = 768): Promise<Uint8Array | null> {
  return oneAtATime.run(async () => {
    // The worker gets none of the server's secrets.
    const worker = new Worker(script, {
      workerData: updates,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.unref();
    return new Promise<Uint8Array | null>((settle) => {
      worker.once('message', settle);
      // Running out of memory is an error event.
      worker.once('error', () => settle(null));
      worker.once('exit', () => settle(null));
    });
  });
}
