import { expect, test } from 'vitest';

import { type Turn, wheelStep } from './wheel.ts';

const turn = (given: Partial<Turn>): Turn => ({
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...given,
});

test('a wheel pans, and sideways with Shift', () => {
  expect(wheelStep(turn({ deltaX: 3, deltaY: 5 }))).toEqual({ dx: 3, dy: 5 });
  expect(wheelStep(turn({ deltaY: 5, shiftKey: true }))).toEqual({ dx: 5, dy: 0 });
  expect(wheelStep(turn({ deltaY: 2, deltaMode: 1 }))).toEqual({ dx: 0, dy: 36 });
});

test('a wheel with Ctrl or Command zooms, by a quarter at most', () => {
  expect(wheelStep(turn({ deltaY: -10, ctrlKey: true }))).toEqual({ zoom: Math.exp(0.075) });
  const notch = wheelStep(turn({ deltaY: -1_000, metaKey: true }));
  expect('zoom' in notch && notch.zoom).toBeCloseTo(1.252, 2);
});
