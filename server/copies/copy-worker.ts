/** copy-worker: copies the one document that it is started with, and says what came of it. */
import { parentPort, workerData } from 'node:worker_threads';

import { copyDocument } from '#schema/ydoc/copy.ts';

import type { CopyJob } from './copy-pool.ts';

// Given by the copier.
const { updates, name } = workerData as CopyJob;
parentPort?.postMessage(copyDocument(updates, name));
