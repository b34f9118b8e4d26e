import { expect, test } from 'vitest';

import { grown, holds } from '#core/tab/rect.ts';

import { type Area, areaFor } from './area.ts';
import { smallestTextAt } from './detail.ts';

const window = (x: number, y: number, zoom: number) => ({ x, y, width: 1_280 / zoom, height: 800 / zoom });

test('the area always contains what is in view, and stays for small moves', () => {
  let area: Area | null = null;
  let moved = 0;
  for (let step = 0; step < 400; step += 1) {
    const visible = window(step * 20, step * 7, 1);
    const next: Area = areaFor(visible, area);
    if (next !== area) moved += 1;
    area = next;
    expect(holds(area.mounted, grown(visible, 100))).toBe(true);
    expect(holds(area.keptRect, area.mounted)).toBe(true);
  }
  expect(moved).toBeLessThan(400 / 15);
});

test('the area shrinks after zooming in', () => {
  const far = areaFor(window(0, 0, 0.1), null);
  expect(areaFor(window(2_000, 2_000, 1), far)).not.toBe(far);
  expect(areaFor(window(20, 20, 0.11), far)).toBe(far);
});

test('text of four pixels and more is always drawn, text of less than two never, and few zooms change it', () => {
  const borders = new Set<number>();
  for (let zoom = 8; zoom > 0.04; zoom *= 0.99) {
    const smallest = smallestTextAt(zoom);
    borders.add(smallest);
    if (zoom >= 0.25) expect(smallest).toBe(0);
    else expect([smallest * zoom <= 4.01, smallest * zoom >= 2]).toEqual([true, true]);
  }
  expect(borders.size).toBeLessThan(5);
});
