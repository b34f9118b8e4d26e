import { expect, test } from 'vitest';

import { isProblem, problem } from '#schema/problem.ts';

import { PictureCache } from './picture-cache.ts';

const picture = (bytes: number, lastsMs = Infinity) => Promise.resolve({ bytes: Buffer.alloc(bytes, 'x'), lastsMs });

test('PB16 pictures take no more memory than they may, and the least recently used ones are dropped first', async () => {
  const cache = new PictureCache(1_000, () => 0);
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, 1, () => picture(250));
  expect(cache.bytes).toBe(1_000);
  cache.find('a', 1);
  await cache.get('e', 1, () => picture(200));
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.find(key, 1) !== null)).toEqual(['a', 'c', 'd', 'e']);
  expect(cache.bytes).toBe(950);
  const large = await cache.get('large', 1, () => picture(600));
  expect(isProblem(large) ? 0 : large.bytes.length).toBe(600);
  expect([cache.find('large', 1), cache.bytes]).toEqual([null, 950]);
});

test('PB16 a picture is answered at its position and for as long as it lasts, and a refusal is not kept', async () => {
  let now = 0;
  const cache = new PictureCache(1_000, () => now);
  await cache.get('a', 1, () => picture(10, 60_000));
  expect(cache.find('a', 2)).toBeNull();
  now = 59_999;
  expect(cache.find('a', 1)).not.toBeNull();
  now = 60_000;
  expect(cache.find('a', 1)).toBeNull();
  const refused = await cache.get('b', 1, () => Promise.resolve(problem('work_limit_exceeded')));
  expect([isProblem(refused), cache.find('b', 1)]).toEqual([true, null]);
  await expect(cache.get('c', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(isProblem(await cache.get('c', 1, () => picture(10)))).toBe(false);
});
