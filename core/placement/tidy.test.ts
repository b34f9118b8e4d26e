import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { overlaps } from '../tab/rect.ts';
import { tidy } from './tidy.ts';

const box = (x: number, y: number, width = 160, height = 80): Rect => ({ x, y, width, height });
const spots = (rects: Rect[], form: 'grid' | 'row' | 'column' = 'grid') => tidy(rects, form).map(({ x, y }) => [x, y]);

describe('tidy', () => {
  test('[PM60] boxes keep their reading order: those side by side from left to right, though some are taller', () => {
    expect(spots([box(500, 0), box(0, 10), box(250, -20, 160, 160)], 'row')).toEqual([
      [400, 20],
      [0, 20],
      [200, -20],
    ]);
  });

  test('[PM61] the grid is about twice as wide as tall, or one row, or one column', () => {
    const boxes = Array.from({ length: 6 }, (_, index) => box(index * 7, index * 300));
    expect(spots(boxes)).toEqual([[0, 0], [200, 0], [400, 0], [0, 120], [200, 120], [400, 120]]); // prettier-ignore
    expect(spots(boxes.slice(0, 2), 'column')).toEqual([[0, 0], [0, 120]]); // prettier-ignore
    expect(spots(boxes.slice(0, 2), 'row')).toEqual([[0, 0], [200, 0]]); // prettier-ignore
    expect(spots(boxes.slice(0, 2))).toEqual([[0, 0], [200, 0]]); // prettier-ignore
  });

  test('[PM62] [PM63] nothing overlaps, everything is 40 apart, and the corner stays', () => {
    const number = fc.integer({ min: -500, max: 500 });
    const length = fc.integer({ min: 1, max: 300 });
    const rects = fc.array(fc.record({ x: number, y: number, width: length, height: length }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(rects, fc.constantFrom('grid', 'row', 'column'), (given, form) => {
        const tidied = tidy(given, form).map((spot, index) => ({ ...given[index]!, ...spot }));
        for (const [at, a] of tidied.entries()) {
          for (const b of tidied.slice(0, at))
            expect(overlaps({ ...a, width: a.width + 39, height: a.height + 39 }, b)).toBe(false);
        }
        for (const axis of ['x', 'y'] as const) {
          expect(Math.min(...tidied.map((rect) => rect[axis]))).toBe(Math.min(...given.map((rect) => rect[axis])));
        }
      }),
      fuzz(),
    );
  });
});
