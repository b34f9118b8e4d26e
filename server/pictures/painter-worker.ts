/**
 * painter-worker: draws one tab after the other in a thread of its own. The painter ends it when a picture takes too long.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

import { renderWhile } from '#core/render/render-svg.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { limits } from '#schema/limits.ts';
import { serveTabJobs } from '#server/workers/tab-jobs.ts';

import { embeddedFonts } from './font-files.ts';
import type { ForeignFont } from './foreign-fonts.ts';
import type { PainterReply, InlinedImage, Look, PaintJob } from './messages.ts';
import { Rasterizer } from './rasterizer.ts';
import { WebpReader } from './webp-reader.ts';

async function serve(port: MessagePort): Promise<void> {
  const rasterizer = await Rasterizer.load(workerData as readonly ForeignFont[]);
  const webp = await WebpReader.load();
  const fonts = embeddedFonts();
  const draw = (tab: TabIndex, { look: { images, ...look }, png }: PaintJob): PainterReply => {
    const options = { ...look, image: imagesFrom(images ?? new Map(), png === null ? Infinity : limits.pictureImagePixels) };
    const picture = renderWhile(
      () => true,
      tab,
      png === null ? { ...options, fonts } : { ...options, foreign: rasterizer.foreign },
    );
    if (picture === null) throw new Error('a drawing that may go on ended');
    if (png !== null) return rasterizer.png(picture, png);
    return { kind: 'drawn', bytes: new TextEncoder().encode(picture.source), pixels: 0 };
  };
  serveTabJobs<PaintJob>(port, async (tab, job) => {
    const { images } = job.look;
    const read = job.png === null || images === undefined ? images : await withoutWebp(images, webp);
    const answer = draw(tab, read === undefined ? job : { ...job, look: { ...job.look, images: read } });
    port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
  });
}

type Images = NonNullable<Look['images']>;

/** The images as the rasteriser reads them: WebP as PNG; what cannot be read, or is too large for a PNG, is left out. */
async function withoutWebp(images: Images, webp: WebpReader): Promise<Images> {
  const read = new Map<string, InlinedImage>();
  for (const [id, image] of images) {
    if (image.contentType !== 'image/webp') read.set(id, image);
    else if (image.pixels <= limits.pictureImagePixels) {
      const bytes = await webp.png(image.bytes);
      if (bytes !== null) read.set(id, { ...image, contentType: 'image/png', bytes });
    }
  }
  return read;
}

/** Data URIs, until their bytes are more than a picture may hold: the same image can be shown many times. */
function imagesFrom(images: Images, mostPixels: number): (id: string) => string | null {
  let left: number = limits.pictureImageBytes;
  const known = new Map<string, string>();
  return (id) => {
    const image = images.get(id);
    if (image === undefined || image.bytes.length > left || image.pixels > mostPixels) return null;
    left -= image.bytes.length;
    const uri = known.get(id) ?? `data:${image.contentType};base64,${Buffer.from(image.bytes).toString('base64')}`;
    known.set(id, uri);
    return uri;
  };
}

if (parentPort === null) throw new Error('painter-worker is started by the painter');
await serve(parentPort);
