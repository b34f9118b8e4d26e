import { describe, expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';

import type { LayoutNode } from './graph.ts';
import { separateOverlaps } from './separate-overlaps.ts';

const node = (id: string, members?: LayoutNode[]): LayoutNode => ({
  id,
  now: { x: 0, y: 0 },
  width: 100,
  height: 100,
  ...(members === undefined ? {} : { members }),
});
const rect = (x: number, y: number, width = 100, height = 100): Rect => ({ x, y, width, height });

describe('separateOverlaps', () => {
  test('LO18 an arrangement without overlaps is unchanged', () => {
    const arrangement = new Map([
      ['a', rect(0, 0)],
      ['b', rect(100, 0)],
    ]);
    expect(separateOverlaps([node('a'), node('b')], arrangement, 40)).toBe(arrangement);
  });

  test('LO18 a box that overlaps another is moved down with its members, and its frame grows', () => {
    const nodes = [node('f', [node('a'), node('b')]), node('c')];
    const drawn = new Map([
      ['f', rect(0, 0, 140, 160)],
      ['a', rect(20, 40)],
      ['b', rect(20, 60)],
      ['c', rect(0, 170)],
    ]);
    expect(Object.fromEntries(separateOverlaps(nodes, drawn, 40))).toEqual({
      f: rect(0, 0, 140, 300),
      a: rect(20, 40),
      b: rect(20, 180),
      c: rect(0, 340),
    });
    const below = new Map([...drawn, ['c', rect(0, -50)]]);
    expect(Object.fromEntries(separateOverlaps(nodes, below, 40))).toEqual({
      c: rect(0, -50),
      f: rect(0, 90, 140, 300),
      a: rect(20, 130),
      b: rect(20, 270),
    });
  });
});
