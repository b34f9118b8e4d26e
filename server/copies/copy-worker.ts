/** Worker thread that copies the document it is started with and posts the copy. */
import { parentPort, workerData } from 'node:worker_threads';

import { copyDocument } from '#schema/ydoc/copy.ts';

import type { CopyJob } from './copy-pool.ts';

// Passed by the pool.
const { updates, name } = workerData as CopyJob;
parentPort?.postMessage(copyDocument(updates, name));
