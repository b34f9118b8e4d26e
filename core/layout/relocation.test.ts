import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { Work } from '../planning/work.ts';
import { tabWith } from '../ops/drawn.test-support.ts';
import { overlaps } from '../tab/rect.ts';
import { relocationOf, type LayoutObstacles, isCrowded } from './relocation.ts';

const rect = (x: number, y: number, width = 100, height = 100): Rect => ({ x, y, width, height });
const boxAt = (id: string, x: number, y: number, width = 100, height = 100): Box => ({
  id: `${id}~00000000`,
  type: 'shape',
  shape: 'square',
  z: 'a0',
  ...rect(x, y, width, height),
});
const obstacles = (boxes: readonly Box[], overrides: Partial<LayoutObstacles> = {}): LayoutObstacles => ({
  tab: tabWith(boxes),
  work: new Work(),
  container: null,
  ignored: new Set(),
  ...overrides,
});
const far = rect(10_000, 10_000);

describe('relocationOf', () => {
  test('LO10 a group that overlaps nothing new stays', () => {
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([boxAt('a', 100, 0)]))).toEqual({ x: 0, y: 0 });
    expect(relocationOf([{ was: rect(50, 50), is: rect(0, 0) }], obstacles([boxAt('a', 60, 60)]))).toEqual({ x: 0, y: 0 });
    expect(
      relocationOf([{ was: far, is: rect(0, 0) }], obstacles([boxAt('a', 60, 60)], { ignored: new Set(['a~00000000']) })),
    ).toEqual({
      x: 0,
      y: 0,
    });
  });

  test('LO11 it moves in the shorter direction, past all boxes, and leaves a gap', () => {
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([boxAt('a', 60, -50)]))).toEqual({ x: 0, y: 90 });
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([boxAt('a', -50, 60)]))).toEqual({ x: 90, y: 0 });
    const row = Array.from({ length: 50 }, (_, index) => boxAt(`a${index}`, -50 + index * 120, 0, 100, 2_000));
    const column = boxAt('b', -60, 0, 120, 9_000);
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([...row, column]))).toEqual({ x: 49 * 120 + 90, y: 0 });
  });

  test('LO11 several rectangles move together', () => {
    const changes = [
      { was: far, is: rect(0, 0) },
      { was: far, is: rect(0, 300) },
    ];
    expect(relocationOf(changes, obstacles([boxAt('a', -80, 310), boxAt('b', 70, 120)]))).toEqual({ x: 210, y: 0 });
  });

  test('LO13 within a frame, boxes that do not touch it do not count', () => {
    const inFrame = obstacles([boxAt('a', 50, 50), boxAt('b', 450, 0, 100, 400)], { container: rect(-20, -20, 400, 400) });
    expect(relocationOf([{ was: far, is: rect(0, 0, 300, 300) }], inFrame)).toEqual({ x: 190, y: 0 });
  });

  test('LO11 it moves in steps of ten pixels', () => {
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([boxAt('a', -53, 60)]))).toEqual({ x: 90, y: 0 });
    expect(relocationOf([{ was: far, is: rect(3, 0) }], obstacles([boxAt('a', -53, 60)]))).toEqual({ x: 90, y: 0 });
  });

  test('LO12 it keeps the gap to the boxes ahead and beside it', () => {
    const blocked = boxAt('a', -50, 60);
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([blocked, boxAt('ahead', 190, 0)]))).toEqual({ x: 0, y: 200 });
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([blocked, boxAt('ahead', 230, 0)]))).toEqual({ x: 90, y: 0 });
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([blocked, boxAt('above', 100, -110)]))).toEqual({
      x: 0,
      y: 200,
    });
    expect(relocationOf([{ was: far, is: rect(0, 0) }], obstacles([blocked, boxAt('above', 100, -140)]))).toEqual({
      x: 90,
      y: 0,
    });
  });

  test('LO12 a box that it was closer to before may be as close again', () => {
    const boxes = [boxAt('a', -50, 60), boxAt('header', -500, -110, 2_000)];
    expect(relocationOf([{ was: rect(1_000, 0), is: rect(0, 0) }], obstacles(boxes))).toEqual({ x: 90, y: 0 });
    expect(relocationOf([{ was: rect(1_000, 10), is: rect(0, 0) }], obstacles(boxes))).toEqual({ x: 0, y: 200 });
  });

  test('LO11 LO12 among any boxes, it keeps the gap or the earlier distance', () => {
    const length = fc.integer({ min: 1, max: 60 }).map((n) => n * 3);
    const anyRect = fc.record({
      x: fc.integer({ min: -300, max: 300 }),
      y: fc.integer({ min: -300, max: 300 }),
      width: length,
      height: length,
    });
    const distance = (a: Rect, b: Rect): number =>
      Math.max(0, b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height);
    fc.assert(
      fc.property(fc.array(anyRect, { maxLength: 12 }), anyRect, anyRect, (rects, was, is) => {
        const boxes = rects.map(({ x, y, width, height }, index) => boxAt(`a${index}`, x, y, width, height));
        const by = relocationOf([{ was, is }], obstacles(boxes));
        if (by.x === 0 && by.y === 0) return;
        const moved = { ...is, x: is.x + by.x, y: is.y + by.y };
        for (const box of boxes) {
          expect(overlaps(moved, box)).toBe(false);
          expect(distance(moved, box)).toBeGreaterThanOrEqual(Math.min(40, distance(was, box)));
        }
      }),
      fuzz(1_000),
    );
  });
});

describe('isCrowded', () => {
  const beside = obstacles([boxAt('a', 110, 0)]);

  test('LO14 a group is crowded if a box is closer than the gap and than before', () => {
    expect(isCrowded([{ was: far, is: rect(0, 0) }], 20, beside)).toBe(true);
    expect(isCrowded([{ was: far, is: rect(0, 0) }], 10, beside)).toBe(false);
    expect(isCrowded([{ was: rect(0, 5), is: rect(0, 0) }], 20, beside)).toBe(false);
    expect(isCrowded([{ was: rect(-5, 0), is: rect(0, 0) }], 20, beside)).toBe(true);
    const swapped = [
      { was: rect(0, 0), is: far },
      { was: far, is: rect(0, 0) },
    ];
    expect(isCrowded(swapped, 20, beside)).toBe(false);
    expect(isCrowded([{ was: far, is: rect(0, 0) }], 20, { ...beside, ignored: new Set(['a~00000000']) })).toBe(false);
  });
});
