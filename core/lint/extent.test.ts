import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { DrawnExtent } from './extent.ts';

const anyId = fc.integer({ min: 0, max: 8 }).map(String);
const anyRect = fc.record({
  x: fc.integer({ min: -50, max: 50 }),
  y: fc.integer({ min: -50, max: 50 }),
  width: fc.integer({ min: 0, max: 30 }),
  height: fc.integer({ min: 0, max: 30 }),
});

test('after random changes the size is that of all rectangles', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyId, fc.option(anyRect)), { maxLength: 60 }), (changes) => {
      const extent = new DrawnExtent();
      const rects = new Map<string, Rect>();
      for (const [id, rect] of changes) {
        if (rect === null) extent.remove(id);
        else extent.put(id, rect);
        if (rect === null) rects.delete(id);
        else rects.set(id, rect);
        expect(extent.size()).toEqual(sizeOf([...rects.values()]));
      }
    }),
    fuzz(500),
  );
});

test('rectangles that are added and removed repeatedly do not accumulate', () => {
  const extent = new DrawnExtent();
  for (let round = 0; round < 10_000; round += 1) {
    extent.put('a', { x: 0, y: 0, width: round, height: 1 });
    expect(extent.size().width).toBe(round);
  }
  extent.remove('a');
  expect(extent.size()).toEqual({ width: 0, height: 0 });
});

function sizeOf(rects: readonly Rect[]): { width: number; height: number } {
  if (rects.length === 0) return { width: 0, height: 0 };
  const left = Math.min(...rects.map(({ x }) => x));
  const top = Math.min(...rects.map(({ y }) => y));
  return {
    width: Math.max(...rects.map(({ x, width }) => x + width)) - left,
    height: Math.max(...rects.map(({ y, height }) => y + height)) - top,
  };
}
