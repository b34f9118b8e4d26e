import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { ArrowEnd, elementSchemas, PlanBoard, Point } from '../element.ts';
import { Layer, Page } from '../tab.ts';
import { faultsOf } from '../validate.ts';
import { junkPlain } from './junk.test-support.ts';
import { cleanText, coercerOf } from './coerce.ts';

const schemas = [
  ...Object.values(elementSchemas).flatMap((schema) => Object.values(schema.properties)),
  ArrowEnd,
  PlanBoard,
  Point,
  Layer,
  Page,
];

describe('mending', () => {
  test('[M1][M2] what fits stays the same value, what comes back fits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), junkPlain, (schema, value) => {
        const mended = coercerOf(schema)(value);
        if (mended === undefined) return;
        expect(faultsOf(schema, mended)).toEqual([]);
        if (faultsOf(schema, value).length === 0 && JSON.stringify(value) === JSON.stringify(mended)) expect(mended).toBe(value);
        expect(coercerOf(schema)(mended)).toBe(mended);
      }),
      fuzz(5_000),
    );
  });

  test('[M2] nothing that fits is lost', () => {
    for (const [schema, value] of [
      [ArrowEnd, { element: 'box~00000001', side: 'top' }],
      [ArrowEnd, { x: 1, y: -2.5 }],
      [PlanBoard, { types: null, columns: [{ status: 'todo~1', name: 'To do', wipLimit: 3 }] }],
      [Layer, { id: 'l', name: 'L', locked: true, hidden: false }],
    ] as const) {
      expect(coercerOf(schema)(value)).toBe(value);
    }
  });

  test('[M4] a value’s prototype is not followed', () => {
    expect(coercerOf(ArrowEnd)(JSON.parse('{"__proto__":{"x":1,"y":2}}'))).toBeUndefined();
    expect(coercerOf(ArrowEnd)(Object.create({ x: 1, y: 2 }))).toBeUndefined();
  });

  test('a text is cut between characters, never in one', () => {
    expect(cleanText('🙂🙂🙂', 2)).toBe('🙂🙂');
    expect(cleanText('ab', 2)).toBe('ab');
    expect(cleanText('a🙂', 1)).toBe('a');
  });
});
