import { describe, expect, test } from 'vitest';

import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { isFaulty, leakyFrames, type ReadArrow, type ReadBox, readabilityOf } from './readability.ts';

const box = (id: string, x: number, y: number, frame: string | null = null): ReadBox => ({
  id,
  x,
  y,
  width: 100,
  height: 60,
  isFrame: false,
  frame,
});
const frame = (id: string, x: number, y: number, width: number, height: number): ReadBox => ({
  id,
  x,
  y,
  width,
  height,
  isFrame: true,
  frame: null,
});
const arrow = (from: string, to: string, route: readonly Point[], label: Rect | null = null): ReadArrow => ({
  id: `${from}-${to}`,
  from,
  to,
  route,
  label,
});
const row = [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), box('d', 600, 0)];

describe('readability', () => {
  test('counts bends and lengths without points on a straight line', () => {
    const route: Point[] = [[50, 60], [50, 100], [50, 140], [250, 140], [250, 60]]; // prettier-ignore
    expect(readabilityOf({ boxes: row, arrows: [arrow('a', 'b', route)] })).toMatchObject({
      bends: 2,
      length: 360,
      crossings: 0,
    });
  });

  test('finds boxes that overlap, and boxes on frames that do not hold them', () => {
    const boxes = [frame('f', 0, 200, 300, 200), box('in', 20, 260, 'f'), box('on', 250, 260), box('over', 30, 270, 'f')];
    expect(readabilityOf({ boxes, arrows: [] }).overlaps).toBe(2);
    expect(
      leakyFrames({ arrows: [], boxes: [frame('f', 0, 0, 100, 100), frame('g', 50, 50, 200, 200), box('out', 60, 60, 'f')] }),
    ).toEqual(['out sticks out of f', 'f overlaps g']);
  });

  test('finds arrows through boxes and frames that they have nothing to do with', () => {
    const through = readabilityOf({ boxes: row, arrows: [arrow('a', 'c', [[100, 30], [400, 30]])] }); // prettier-ignore
    expect([through.through, isFaulty(through)]).toEqual([1, true]);
    const boxes = [...row, frame('f', 180, -20, 140, 200)];
    expect(readabilityOf({ boxes, arrows: [arrow('a', 'c', [[50, 60], [50, 120], [450, 120], [450, 60]])] })).toMatchObject({ through: 0, foreign: 1 }); // prettier-ignore
  });

  test('finds unrelated arrows on one track, and crossings', () => {
    const track: Point[] = [[50, 60], [50, 100], [450, 100], [450, 60]]; // prettier-ignore
    const other: Point[] = [[250, 60], [250, 100], [650, 100], [650, 60]]; // prettier-ignore
    expect(readabilityOf({ boxes: row, arrows: [arrow('a', 'c', track), arrow('b', 'd', other)] }).ambiguous).toBe(1);
    expect(readabilityOf({ boxes: row, arrows: [arrow('a', 'c', track), arrow('a', 'd', other)] }).ambiguous).toBe(0);
    const upright: Point[] = [[250, 60], [250, 200]]; // prettier-ignore
    expect(readabilityOf({ boxes: row, arrows: [arrow('a', 'c', track), arrow('b', 'd', upright)] })).toMatchObject({
      crossings: 1,
      ambiguous: 0,
    });
  });

  test('finds labels on boxes, other labels and other arrows', () => {
    const label = { x: 150, y: 90, width: 80, height: 20 };
    const line: Point[] = [[0, 100], [500, 100]]; // prettier-ignore
    const arrows = [
      arrow('a', 'b', [], label),
      arrow('b', 'c', line, { ...label, x: 190 }),
      arrow('c', 'd', [], { ...label, x: 610, y: 20 }),
    ];
    expect(readabilityOf({ boxes: row, arrows }).labelHits).toBe(3);
  });

  test('relates the rectangle of the drawing to the area of its boxes', () => {
    expect(readabilityOf({ boxes: row.slice(0, 2), arrows: [] })).toMatchObject({ spread: 1.5, aspect: 5 });
  });
});
