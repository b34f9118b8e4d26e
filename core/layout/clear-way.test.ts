import { describe, expect, test } from 'vitest';

import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { Work } from '../changeset/work.ts';
import { tabWith } from '../ops/drawn.test-support.ts';
import { clearWay, type Ground } from './clear-way.ts';

const rect = (x: number, y: number, width = 100, height = 100): Rect => ({ x, y, width, height });
const boxAt = (id: string, x: number, y: number, width = 100, height = 100): Box => ({
  id: `${id}~00000000`,
  type: 'shape',
  shape: 'square',
  z: 'a0',
  ...rect(x, y, width, height),
});
const ground = (boxes: readonly Box[], overrides: Partial<Ground> = {}): Ground => ({
  tab: tabWith(boxes),
  work: new Work(),
  container: null,
  ignored: new Set(),
  ...overrides,
});
const far = rect(10_000, 10_000);

describe('clearWay', () => {
  test('[K1] what nothing is in the way of stays, and so does what lay there before', () => {
    expect(clearWay([{ was: far, is: rect(0, 0) }], ground([boxAt('a', 100, 0)]))).toEqual({ x: 0, y: 0 });
    expect(clearWay([{ was: rect(50, 50), is: rect(0, 0) }], ground([boxAt('a', 60, 60)]))).toEqual({ x: 0, y: 0 });
    expect(clearWay([{ was: far, is: rect(0, 0) }], ground([boxAt('a', 60, 60)], { ignored: new Set(['a~00000000']) }))).toEqual({
      x: 0,
      y: 0,
    });
  });

  test('[K2] it moves the shorter way, past everything there, and leaves a gap', () => {
    expect(clearWay([{ was: far, is: rect(0, 0) }], ground([boxAt('a', 60, -50)]))).toEqual({ x: 0, y: 90 });
    expect(clearWay([{ was: far, is: rect(0, 0) }], ground([boxAt('a', -50, 60)]))).toEqual({ x: 90, y: 0 });
    const row = Array.from({ length: 50 }, (_, index) => boxAt(`a${index}`, -50 + index * 120, 0, 100, 2_000));
    const column = boxAt('b', -60, 0, 120, 9_000);
    expect(clearWay([{ was: far, is: rect(0, 0) }], ground([...row, column]))).toEqual({ x: 49 * 120 + 90, y: 0 });
  });

  test('[K2] of several rectangles the one around them all moves', () => {
    const changes = [
      { was: far, is: rect(0, 0) },
      { was: far, is: rect(0, 300) },
    ];
    expect(clearWay(changes, ground([boxAt('a', -80, 310), boxAt('b', 70, 120)]))).toEqual({ x: 210, y: 0 });
  });

  test('[K3] in a frame, what does not touch it is in nobody’s way', () => {
    const inFrame = ground([boxAt('a', 50, 50), boxAt('b', 450, 0, 100, 400)], { container: rect(-20, -20, 400, 400) });
    expect(clearWay([{ was: far, is: rect(0, 0, 300, 300) }], inFrame)).toEqual({ x: 190, y: 0 });
  });
});
