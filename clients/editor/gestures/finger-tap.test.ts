import { describe, expect, test } from 'vitest';

import { FingerTap } from './finger-tap.ts';

/** Fingers that touch 20 ms after one another, and leave in the same order. */
function tap(fingers: number, { heldMs = 100, moved = 0 } = {}): number {
  const taps = new FingerTap();
  const all = Array.from({ length: fingers }, (_, finger) => finger);
  for (const finger of all) taps.down(finger, [finger * 80, 0], 1_000 + finger * 20);
  taps.move(0, [moved, 0]);
  return all.map((finger) => taps.up(finger, 1_000 + heldMs)).at(-1) ?? 0;
}

describe('fingers that tap together', () => {
  test('are counted when the last one leaves', () => {
    expect([tap(1), tap(2), tap(3)]).toEqual([1, 2, 3]);
  });

  test('tremble a little', () => {
    expect(tap(2, { moved: 6 })).toBe(2);
  });

  test('do not tap if one moves, stays or is taken over by the browser', () => {
    expect(tap(2, { moved: 30 })).toBe(0);
    expect(tap(2, { heldMs: 600 })).toBe(0);
    const taps = new FingerTap();
    taps.down(1, [0, 0], 0);
    taps.down(2, [90, 0], 10);
    taps.lose(1);
    expect(taps.up(2, 50)).toBe(0);
  });

  test('are forgotten when they turn out to be a palm', () => {
    const taps = new FingerTap();
    taps.down(1, [0, 0], 0);
    taps.down(2, [90, 0], 10);
    taps.clear();
    expect([taps.up(1, 50), taps.up(2, 60)]).toEqual([0, 0]);
  });

  test('begin again when all have left', () => {
    const taps = new FingerTap();
    taps.down(1, [0, 0], 0);
    taps.move(1, [50, 0]);
    taps.up(1, 30);
    taps.down(1, [0, 0], 500);
    taps.down(2, [90, 0], 510);
    taps.up(2, 560);
    expect(taps.up(1, 570)).toBe(2);
  });
});
