/** Worker thread that posts the state after the updates that it is started with. */
import { parentPort, workerData } from 'node:worker_threads';

import * as Y from 'yjs';

const doc = new Y.Doc();
// Passed by snapshot-thread.ts.
for (const update of workerData as readonly Uint8Array[]) Y.applyUpdate(doc, update);
const state = Y.encodeStateAsUpdate(doc);
parentPort?.postMessage(state, [state.buffer as ArrayBuffer]);
