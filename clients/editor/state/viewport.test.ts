import { describe, expect, test } from 'vitest';

import { Viewport } from './viewport.ts';

const wide = { x: 0, y: 0, width: 3_500, height: 400 };

function fitted(width: number, height: number): number {
  const viewport = new Viewport();
  viewport.resize(width, height);
  viewport.fit(wide, 72);
  return viewport.get().zoom;
}

describe('what fits into the window', () => {
  test('leaves its padding at all sides', () => {
    expect(fitted(1_280, 800)).toBeCloseTo((1_280 - 144) / 3_500);
  });

  test('leaves little at the sides of a phone, where no bars are', () => {
    expect(fitted(390, 800)).toBeCloseTo((390 - 40) / 3_500);
  });
});
