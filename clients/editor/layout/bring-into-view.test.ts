import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { Viewport } from '../state/viewport.ts';
import { bringIntoView } from './bring-into-view.ts';

const viewOf = (x: number, y: number, zoom: number): Viewport => {
  const viewport = new Viewport();
  viewport.resize(1_000, 700);
  viewport.show({ x, y, zoom });
  return viewport;
};

describe('what is brought into view', () => {
  test('is all in the free part of the window, wherever it was', () => {
    const length = fc.integer({ min: 1, max: 6_000 });
    const place = fc.integer({ min: -4_000, max: 4_000 });
    fc.assert(
      fc.property(place, place, length, length, fc.constantFrom(0.3, 1, 3), (x, y, width, height, zoom) => {
        const viewport = viewOf(0, 0, zoom);
        bringIntoView({ x, y, width, height }, 100, viewport);
        const [start, end] = [viewport.toScreen({ x, y }), viewport.toScreen({ x: x + width, y: y + height })];
        expect(Math.min(start.x, start.y - 100)).toBeGreaterThan(23);
        expect(Math.max(end.x - 1_000, end.y - 700)).toBeLessThan(-23);
        expect(viewport.get().zoom).toBeLessThanOrEqual(zoom);
      }),
      fuzz(300),
    );
  });

  test('does not move the view if it is there already', () => {
    const viewport = viewOf(10, 20, 1.5);
    const view = viewport.get();
    bringIntoView({ x: 60, y: 140, width: 200, height: 100 }, 100, viewport);
    expect(viewport.get()).toBe(view);
  });
});
