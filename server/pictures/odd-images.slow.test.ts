import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { probe } from '#core/images/probe.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';
import type { Crop } from '#schema/crop.ts';
import type { Image } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';
import { captureTab } from '#server/workers/captured-tab.ts';

import { cmykJpeg, redGif, redPng } from './odd-images.test-support.ts';
import { Painter } from './painter.ts';
import { type Pixels, pixelsOf } from './pixels.test-support.ts';

let painter: Painter;
beforeAll(() => {
  painter = new Painter({ threads: 1, deadlineMs: 20_000, onFault: () => undefined });
});
afterAll(() => painter.close());

/** An image as a PNG of a tab shows it, at its size or in a box of 40 by 40. */
async function drawn(
  bytes: Uint8Array,
  size?: { readonly width: number; readonly height: number },
  crop?: Crop,
): Promise<Pixels> {
  const { contentType, width, height } = probe(bytes, crc32)!;
  const shown = size ?? { width, height };
  const element: Image = {
    id: 'image~00000000',
    type: 'image',
    imageId: 'img_0',
    z: 'a0',
    x: 0,
    y: 0,
    ...shown,
    naturalWidth: width,
    naturalHeight: height,
    ...(crop !== undefined && { crop }),
  };
  const images = new Map([['img_0', { contentType, bytes, pixels: width * height }]]);
  const png = await painter.png(captureTab(tabWith([element])), { images, padding: 0 }, { scale: 1 });
  if (isProblem(png)) throw new Error(png.detail);
  return pixelsOf(png);
}

/** The photograph of the samples, with another orientation in its EXIF data. */
function photograph(orientation: number): Uint8Array {
  const file = Buffer.from(readFileSync(new URL('../../core/images/samples/turned.jpg', import.meta.url)));
  const tag = file.indexOf(Buffer.from([0x12, 0x01, 0x03, 0x00]));
  const isLittle = tag !== -1;
  const value = (isLittle ? tag : file.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03]))) + 8;
  file.set(isLittle ? [orientation, 0] : [0, orientation], value);
  return new Uint8Array(file);
}

/** Where the pixel of a stored image of this size is shown, by orientation (EXIF 2.3, 4.6.4). */
const places: Readonly<Record<number, (x: number, y: number, w: number, h: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _w, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _w, h) => [h - 1 - y, x],
  7: (x, y, w, h) => [h - 1 - y, w - 1 - x],
  8: (x, y, w) => [y, w - 1 - x],
};

const orientations = Object.keys(places).map(Number);

/** Of a picture of a box of 80 by 80. */
const isRed = ({ rgba, width }: Pixels): boolean => rgba[(40 * width + 40) * 4]! > 240 && rgba[(40 * width + 40) * 4 + 1]! < 20;

describe('the images of a PNG', () => {
  test('a crop is of the image as it is shown, whatever way its file is turned', async () => {
    const file = photograph(6);
    const { width, height } = probe(file, crc32)!;
    const whole = await drawn(file);
    const kept = { width: 10, height: 12 };
    const part = await drawn(file, kept, { left: 1 - kept.width / width, bottom: 1 - kept.height / height });
    for (let y = 0; y < kept.height; y += 1) {
      const row = ({ rgba, width: across }: Pixels, from: number) => [
        ...rgba.subarray((y * across + from) * 4, (y * across + from + kept.width) * 4),
      ];
      const differences = row(part, 0).map((value, at) => Math.abs(value - row(whole, width - kept.width)[at]!));
      expect(Math.max(...differences)).toBeLessThan(4);
    }
  });

  test.each(orientations)('[PC12] orientation %i is applied as viewers do', async (orientation) => {
    const [stored, shown] = [await drawn(photograph(1)), await drawn(photograph(orientation))];
    const [w, h] = [stored.width, stored.height];
    expect([shown.width, shown.height]).toEqual(orientation >= 5 ? [h, w] : [w, h]);
    let farthest = 0;
    for (let y = 0; y < h; y += 1) {
      for (let x = 0; x < w; x += 1) {
        const [toX, toY] = places[orientation]!(x, y, w, h);
        for (let channel = 0; channel < 3; channel += 1) {
          const [from, to] = [(y * w + x) * 4 + channel, (toY * shown.width + toX) * 4 + channel];
          farthest = Math.max(farthest, Math.abs(stored.rgba[from]! - shown.rgba[to]!));
        }
      }
    }
    expect(farthest).toBeLessThan(8);
  });

  test('[PC13] what the rasterizer cannot decode is a placeholder: a CMYK JPEG, and a GIF that is too large for it', async () => {
    const size = { width: 80, height: 80 };
    const [cmyk, tooLarge] = [await drawn(cmykJpeg(), size), await drawn(redGif(3_540, 3_540), size)];
    expect(cmyk.rgba).toEqual(tooLarge.rgba);
    // Its edge and its hill: more than the background alone.
    expect(
      new Set(Array.from({ length: 80 * 80 }, (_, at) => cmyk.rgba.subarray(4 * at, 4 * at + 3).join())).size,
    ).toBeGreaterThan(3);
    expect([isRed(cmyk), isRed(await drawn(redGif(3_500, 3_500), size))]).toEqual([false, true]);
  });

  test('[PC13] a photograph of 26 megapixels is drawn, and a larger one is a placeholder', async () => {
    const size = { width: 80, height: 80 };
    expect(isRed(await drawn(redPng(6_240, 4_160), size))).toBe(true);
    expect(isRed(await drawn(redPng(6_000, 4_501), size))).toBe(false);
  });

  test('[PC13] of many large photographs those are drawn that are within the limit', async () => {
    const bytes = redPng(6_000, 4_000);
    const images = new Map([['img_0', { contentType: 'image/png' as const, bytes, pixels: 24_000_000 }]]);
    const elements = Array.from({ length: 30 }, (_, at): Image => ({
      id: `i${String(at).padStart(2, '0')}~00000000`,
      type: 'image',
      imageId: 'img_0',
      z: `a${String(at).padStart(2, '0')}V`,
      x: at * 80,
      y: 0,
      width: 80,
      height: 80,
      naturalWidth: 6_000,
      naturalHeight: 4_000,
    }));
    const png = await painter.png(captureTab(tabWith(elements)), { images, padding: 0 }, { scale: 1 });
    if (isProblem(png)) throw new Error(png.detail);
    const { rgba, width } = pixelsOf(png);
    const red = elements.map(
      (_, at) => rgba[(40 * width + at * 80 + 40) * 4]! > 240 && rgba[(40 * width + at * 80 + 40) * 4 + 1]! < 20,
    );
    expect(red.slice(0, 6)).toEqual([true, true, true, true, false, false]);
  });
});
