/** Worker thread that draws one tab at a time. The painter terminates it if a picture takes too long. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

import { probe } from '#core/images/probe.ts';
import { renderWhile } from '#core/render/render-svg.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { limits } from '#schema/limits.ts';
import { serveTabJobs } from '#server/workers/tab-jobs.ts';

import { embeddedFonts } from './font-files.ts';
import type { ForeignFont } from './foreign-fonts.ts';
import type { PainterReply, InlinedImage, PictureOptions, PaintJob } from './messages.ts';
import { Rasterizer } from './rasterizer.ts';
import { WebpReader } from './webp-reader.ts';

async function serve(port: MessagePort): Promise<void> {
  const rasterizer = await Rasterizer.load(workerData as readonly ForeignFont[]);
  const webp = await WebpReader.load();
  const fonts = embeddedFonts();
  const draw = (tab: TabIndex, { options: { images, ...rest }, png }: PaintJob): PainterReply => {
    const options = { ...rest, image: imagesFrom(images ?? new Map(), png === null ? Infinity : limits.pictureAllImagesPixels) };
    const orientation = (id: string): number => images?.get(id)?.orientation ?? 1;
    const picture = renderWhile(
      () => true,
      tab,
      png === null ? { ...options, fonts } : { ...options, foreign: rasterizer.foreign, orientation },
    );
    if (picture === null) throw new Error('rendering without a deadline was interrupted');
    if (png !== null) return rasterizer.png(picture, png);
    return { kind: 'drawn', bytes: new TextEncoder().encode(picture.source), pixels: 0 };
  };
  serveTabJobs<PaintJob>(port, async (tab, job) => {
    const original = job.options.images;
    const images = job.png === null || original === undefined ? original : await rasterizable(original, webp);
    const answer = draw(tab, images === undefined ? job : { ...job, options: { ...job.options, images } });
    port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
  });
}

type Images = NonNullable<PictureOptions['images']>;

/**
 * The images for the rasterizer, with their orientation, which it does not apply, and with WebP converted to PNG. Images that it cannot
 * decode are left out.
 */
async function rasterizable(images: Images, webp: WebpReader): Promise<Images> {
  const converted = new Map<string, InlinedImage>();
  for (const [id, image] of images) {
    if (image.pixels > limits.pictureImagePixels) continue;
    if (image.contentType === 'image/webp') {
      const bytes = await webp.png(image.bytes);
      if (bytes !== null) converted.set(id, { ...image, contentType: 'image/png', bytes });
      continue;
    }
    const { orientation = 1, components = 3 } = probe(image.bytes, crc32) ?? {};
    const isCmyk = components === 4;
    const isLargeGif = image.contentType === 'image/gif' && image.pixels > limits.pictureGifPixels;
    if (!isCmyk && !isLargeGif) converted.set(id, { ...image, orientation });
  }
  return converted;
}

/** Data URIs by image id, up to the bytes and pixels that one picture may contain; an image counts each time it is shown. */
function imagesFrom(images: Images, maxPixels: number): (id: string) => string | null {
  let bytesLeft: number = limits.pictureImageBytes;
  let pixelsLeft = maxPixels;
  const cache = new Map<string, string>();
  return (id) => {
    const image = images.get(id);
    if (image === undefined || image.bytes.length > bytesLeft || image.pixels > pixelsLeft) return null;
    bytesLeft -= image.bytes.length;
    pixelsLeft -= image.pixels;
    const uri = cache.get(id) ?? `data:${image.contentType};base64,${Buffer.from(image.bytes).toString('base64')}`;
    cache.set(id, uri);
    return uri;
  };
}

if (parentPort === null) throw new Error('painter-worker is started by the painter');
await serve(parentPort);
