/** Worker thread that draws or writes one tab at a time. The painter terminates it if a picture takes too long. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

import { writtenIds } from '#core/export/exported-elements.ts';
import { probe } from '#core/images/probe.ts';
import { type Picture, type RenderOptions, renderWhile } from '#core/render/render-svg.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { limits } from '#schema/limits.ts';
import { installedIcons } from '#server/icons/installed-icons.ts';
import { type Longer, serveTabJobs } from '#server/workers/tab-jobs.ts';

import { embeddedFonts } from './font-files.ts';
import type { ForeignFont } from './foreign-fonts.ts';
import type { InlinedImage, PainterReply, PaintJob, PictureOptions } from './messages.ts';
import { PdfWriter } from './pdf/pdf-writer.ts';
import { Rasterizer } from './rasterizer.ts';
import { WebpReader } from './webp-reader.ts';
import { writeDiagram } from './write-diagram.ts';

async function serve(port: MessagePort): Promise<void> {
  const foreign = workerData as readonly ForeignFont[];
  const rasterizer = await Rasterizer.load(foreign);
  const pdf = new PdfWriter(rasterizer, foreign);
  const webp = await WebpReader.load();
  const fonts = embeddedFonts();
  const draw = async (
    tab: TabIndex,
    { options: { images: stored = new Map(), ...given }, output }: PaintJob,
  ): Promise<PainterReply> => {
    if (output.format === 'diagram') return writeDiagram(tab, output.as, { ...given, image: imagesFrom(stored, Infinity) });
    const { only: named, ...rest } = given;
    const options = { ...rest, icons: installedIcons(), ...(named !== undefined && { only: writtenIds(tab, named) }) };
    if (output.format === 'svg')
      return drawn(encoded(pictureOf(tab, { ...options, image: imagesFrom(stored, Infinity), fonts }).source));
    const images = await rasterizable(stored, webp);
    if (output.format === 'pdf') {
      port.postMessage({ kind: 'longer' } satisfies Longer);
      return drawn(await pdf.write(tab, { ...options, images, pages: output.pages }));
    }
    const image = imagesFrom(images, limits.pictureAllImagesPixels);
    const orientation = (id: string): number => images.get(id)?.orientation ?? 1;
    return rasterizer.png(pictureOf(tab, { ...options, image, orientation, foreign: rasterizer.foreign }), output.size);
  };
  serveTabJobs<PaintJob>(port, async (tab, job) => {
    const answer = await draw(tab, job);
    port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : []);
  });
}

function pictureOf(tab: TabIndex, options: RenderOptions): Picture {
  const picture = renderWhile(() => true, tab, options);
  if (picture === null) throw new Error('rendering without a deadline was interrupted');
  return picture;
}

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const drawn = (bytes: Uint8Array<ArrayBuffer>): PainterReply => ({ kind: 'drawn', bytes, pixels: 0 });

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
