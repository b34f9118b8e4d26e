import { expect, test } from 'vitest';

import type { Rect } from '#schema/tab.ts';

import { barPlace, quieterSide } from './bar-place.ts';

const bar = { width: 300, height: 40 };
const clear = { width: 1_000, height: 700 };
const box = (x: number, y: number, width = 100, height = 60) => ({ x, y, width, height });

test('the style bar is centered above the selection', () => {
  expect(barPlace(box(400, 300), bar, { clear })).toEqual({ left: 300, top: 216 });
});

test('the style bar is below a selection that has no room above it', () => {
  expect(barPlace(box(400, 50), bar, { clear })).toEqual({ left: 300, top: 154 });
});

test('the style bar stays inside the window', () => {
  expect(barPlace(box(0, 300), bar, { clear }).left).toBe(8);
  expect(barPlace(box(950, 300), bar, { clear }).left).toBe(692);
  expect(barPlace(box(0, 20, 900, 680), bar, { clear }).top).toBe(652);
  expect(barPlace(box(0, 0), bar, { clear: { width: 200, height: 30 } })).toEqual({ left: 8, top: 8 });
});

test('the style bar is beside the tools, unless the window is too narrow', () => {
  expect(barPlace(box(0, 300), bar, { clear, tools: 56 }).left).toBe(64);
  expect(barPlace(box(0, 300), bar, { clear: { width: 340, height: 700 }, tools: 56 }).left).toBe(32);
});

test('the style bar is beside an open panel', () => {
  expect(barPlace(box(850, 300), bar, { clear: { ...clear, width: 638 } }).left).toBe(330);
});

test('the style bar appears below the selection if it would be under the pointer, where there is room', () => {
  expect(barPlace(box(400, 300), bar, { clear, pointer: { x: 450, y: 230 } }).top).toBe(404);
  expect(barPlace(box(400, 300), bar, { clear, pointer: { x: 450, y: 320 } }).top).toBe(216);
  expect(barPlace(box(400, 300, 100, 380), bar, { clear, pointer: { x: 450, y: 230 } }).top).toBe(216);
});

test('the style bar is on the side where it covers less, and above if that makes no difference', () => {
  const covers =
    (...boxes: readonly Rect[]) =>
    (rect: Rect): number =>
      boxes.filter(({ y, height }) => y < rect.y + rect.height && rect.y < y + height).length;
  const selection = box(400, 300);
  expect(quieterSide(selection, bar, { clear }, covers())).toBe('above');
  expect(quieterSide(selection, bar, { clear }, covers(box(400, 190)))).toBe('below');
  expect(quieterSide(selection, bar, { clear }, covers(box(400, 190), box(400, 410)))).toBe('above');
  expect(quieterSide(selection, bar, { clear }, covers(box(400, 190), box(420, 200), box(400, 410)))).toBe('below');
});

test('the style bar is on the chosen side, unless there is no room or the pointer is there', () => {
  expect(barPlace(box(400, 300), bar, { clear, side: 'below' }).top).toBe(404);
  expect(barPlace(box(400, 600), bar, { clear, side: 'below' }).top).toBe(516);
  expect(barPlace(box(400, 300), bar, { clear, side: 'below', pointer: { x: 450, y: 420 } }).top).toBe(216);
  expect(barPlace(box(400, 50), bar, { clear, side: 'below', pointer: { x: 450, y: 170 } }).top).toBe(154);
});
