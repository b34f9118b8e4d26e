/**
 * painter-worker: draws one tab after the other in a thread of its own. The painter ends it when a picture takes too long.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

import { renderWhile } from '#core/render/render-svg.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { serveTabJobs } from '#server/workers/tab-jobs.ts';

import { embeddedFonts } from './font-files.ts';
import type { ForeignFont } from './foreign-fonts.ts';
import type { FromWorker, PaintJob } from './messages.ts';
import { Rasterizer } from './rasterizer.ts';

async function serve(port: MessagePort): Promise<void> {
  const rasterizer = await Rasterizer.load(workerData as readonly ForeignFont[]);
  const fonts = embeddedFonts();
  const draw = (tab: TabIndex, { look, png }: PaintJob): FromWorker => {
    const picture = renderWhile(() => true, tab, png === null ? { ...look, fonts } : { ...look, foreign: rasterizer.foreign });
    if (picture === null) throw new Error('a drawing that may go on ended');
    if (png !== null) return rasterizer.png(picture, png);
    return { kind: 'drawn', bytes: new TextEncoder().encode(picture.source), pixels: 0 };
  };
  serveTabJobs<PaintJob>(port, async (tab, job) => {
    const answer = draw(tab, job);
    port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
  });
}

if (parentPort === null) throw new Error('painter-worker is started by the painter');
await serve(parentPort);
