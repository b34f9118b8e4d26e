import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { expect, test } from 'vitest';

import { probe } from '#core/images/probe.ts';

import { WebpReader } from './webp-reader.ts';

const sample = (name: string): Uint8Array => readFileSync(new URL(`../../core/images/samples/${name}`, import.meta.url));

test.each(['lossy.webp', 'lossless.webp', 'alpha.webp'])('%s is converted to a PNG of the same size', async (name) => {
  const png = await (await WebpReader.load()).png(sample(name));
  expect(probe(png!, crc32)).toMatchObject({ contentType: 'image/png', width: 37, height: 21 });
});

test('an animated or truncated WebP image is null', async () => {
  const reader = await WebpReader.load();
  expect(await reader.png(sample('animated.webp'))).toBeNull();
  expect(await reader.png(sample('lossy.webp').subarray(0, 60))).toBeNull();
});
