import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { passesThrough, segmentPasses } from './obstacles.ts';

const rect = { x: 10, y: 10, width: 20, height: 10 };

describe('obstacles', () => {
  test('[AR20] a line that touches an edge or a corner does not pass through', () => {
    expect(segmentPasses(0, 10, 40, 10, rect)).toBe(false);
    expect(segmentPasses(10, 0, 10, 40, rect)).toBe(false);
    expect(segmentPasses(0, 20, 20, 0, rect)).toBe(false);
    expect(segmentPasses(0, 15, 10, 15, rect)).toBe(false);
    expect(segmentPasses(20, 30, 40, 10, rect)).toBe(false);
    expect(segmentPasses(0, 15, 11, 15, rect)).toBe(true);
    expect(segmentPasses(0, 21, 21, 0, rect)).toBe(true);
    expect(segmentPasses(15, 15, 16, 16, rect)).toBe(true);
    expect(passesThrough([[0, 0], [40, 0], [40, 15], [25, 15]], rect)).toBe(true); // prettier-ignore
    expect(passesThrough([[0, 0]], rect)).toBe(false);
  });

  test('a slanted line passes through if and only if one of many points along it is inside', () => {
    const at = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(at, at, at, at, (x1, y1, x2, y2) => {
        const along = Array.from(
          { length: 2_001 },
          (_, step) => [x1 + ((x2 - x1) * step) / 2_000, y1 + ((y2 - y1) * step) / 2_000] as const,
        );
        const inside = along.some(([x, y]) => x > 10 + 1e-9 && x < 30 - 1e-9 && y > 10 + 1e-9 && y < 20 - 1e-9);
        if (x1 !== x2 || y1 !== y2) expect(segmentPasses(x1, y1, x2, y2, rect)).toBe(inside);
      }),
      fuzz(500),
    );
  });
});
