import { describe, expect, test } from 'vitest';

import { reveal } from './reveal.ts';
import { Viewport } from './viewport.ts';

/** 1,000 by 800 window pixels, from 0,0 of the canvas. */
function viewportAt(zoom: number): Viewport {
  const viewport = new Viewport();
  viewport.resize(1_000, 800);
  viewport.zoomAt({ x: 0, y: 0 }, zoom);
  return viewport;
}

describe('bringing into view', () => {
  test.each([0.25, 1, 4])('does not move the view if the rectangle is visible, at %d', (zoom) => {
    const viewport = viewportAt(zoom);
    const before = viewport.get();
    reveal(viewport, { x: 0, y: 0, width: 100 / zoom, height: 100 / zoom });
    reveal(viewport, { x: -2_000 / zoom, y: -50 / zoom, width: 5_000 / zoom, height: 5_000 / zoom });
    expect(viewport.get()).toBe(before);
  });

  test.each([0.25, 1, 4])('centers the rectangle at the same zoom, at %d', (zoom) => {
    for (const [x, y] of [
      [5_000, 300],
      [-90, 100],
      [100, 780],
      [950, -4_000],
    ] as const) {
      // prettier-ignore
      const viewport = viewportAt(zoom);
      const rect = { x: x / zoom, y: y / zoom, width: 100 / zoom, height: 60 / zoom };
      reveal(viewport, rect);
      const seen = viewport.visible();
      expect(viewport.get().zoom).toBe(zoom);
      expect(seen.x + seen.width / 2).toBeCloseTo(rect.x + rect.width / 2);
      expect(seen.y + seen.height / 2).toBeCloseTo(rect.y + rect.height / 2);
    }
  });

  test('above the bars at the bottom of a narrow window', () => {
    const viewport = new Viewport();
    viewport.resize(390, 740);
    reveal(viewport, { x: 100, y: 640, width: 160, height: 80 });
    const { y } = viewport.get();
    expect(720 - y).toBeLessThan(740 - 128);
    expect(y).toBe(680 - (740 - 128) / 2);
    reveal(viewport, { x: 100, y: 640, width: 160, height: 80 });
    expect(viewport.get().y).toBe(y);
  });

  test('zooms out for a rectangle that does not fit', () => {
    const viewport = viewportAt(2);
    const rect = { x: 3_000, y: 0, width: 900, height: 100 };
    reveal(viewport, rect);
    const seen = viewport.visible();
    expect([seen.x <= rect.x, seen.x + seen.width >= rect.x + rect.width]).toEqual([true, true]);
    expect(viewport.get().zoom).toBeLessThan(1);
  });

  test('beside a panel and above one, which cover what was visible', () => {
    for (const [covered, clear] of [
      [
        { right: 360, bottom: 0 },
        { width: 640, height: 800 },
      ],
      [
        { right: 0, bottom: 500 },
        { width: 1_000, height: 300 },
      ],
    ] as const) {
      const viewport = viewportAt(1);
      viewport.cover(covered);
      expect(viewport.clear()).toEqual({ x: 0, y: 0, ...clear });
      const rect = { x: 700, y: 600, width: 200, height: 100 };
      reveal(viewport, rect);
      const seen = viewport.clear();
      expect([seen.x + seen.width / 2, seen.y + seen.height / 2]).toEqual([800, 650]);
      viewport.fit(rect, 10);
      expect(viewport.clear()).toMatchObject({ x: 800 - clear.width / 2, y: 650 - clear.height / 2 });
      viewport.cover({ right: 0, bottom: 0 });
      expect(viewport.clear()).toEqual(viewport.visible());
    }
  });
});
