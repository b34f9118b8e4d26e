/** Worker thread that copies the document it is started with and posts the copy. */
import { parentPort, workerData } from 'node:worker_threads';

import { copyDocument } from '#schema/ydoc/copy.ts';

import type { CopyJob, CopyMessage } from './copy-pool.ts';

// Passed by the pool.
const { updates, name } = workerData as CopyJob;
const post = (message: CopyMessage): void => parentPort?.postMessage(message);
post({ kind: 'ready' });
post({ kind: 'copied', copy: copyDocument(updates, name) });
