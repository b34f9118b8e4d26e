import { expect, test } from 'vitest';

import { Viewport } from '../state/viewport.ts';
import { viewBetween } from './glide.ts';

const window = { width: 800, height: 600 };

test('a view between two others begins at the first and ends at the second', () => {
  const from = { x: 10, y: 20, zoom: 0.5, ...window };
  const to = { x: 300, y: -40, zoom: 2 };
  expect(viewBetween(from, to, 0)).toEqual({ x: 10, y: 20, zoom: 0.5 });
  const end = viewBetween(from, to, 1);
  for (const key of ['x', 'y', 'zoom'] as const) expect(end[key]).toBeCloseTo(to[key], 9);
});

test('a zoom around a point keeps the point in its place', () => {
  const viewport = new Viewport();
  viewport.resize(window.width, window.height);
  const from = viewport.get();
  viewport.zoomAt({ x: 200, y: 450 }, 3);
  const at = viewBetween(from, viewport.get(), 0.4);
  expect((200 - at.x) * at.zoom).toBeCloseTo(200, 6);
  expect((450 - at.y) * at.zoom).toBeCloseTo(450, 6);
});

test('a pan moves evenly', () => {
  const at = viewBetween({ x: 0, y: 0, zoom: 1, ...window }, { x: 100, y: 50, zoom: 1 }, 0.5);
  expect([at.x, at.y, at.zoom]).toEqual([50, 25, 1]);
});
