import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { ArrowEnd, elementSchemas, Point } from '../element.ts';
import { Link, WebAddress } from '../links.ts';
import { PlanBoard } from '../plan-board.ts';
import { Layer, Page } from '../tab.ts';
import { validationErrors } from '../validate.ts';
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

describe('coercion', () => {
  test('YD4 YD5 a valid value is returned as it is, and every result is valid', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), junkPlain, (schema, value) => {
        const coerced = coercerOf(schema)(value);
        if (coerced === undefined) return;
        expect(validationErrors(schema, coerced)).toEqual([]);
        if (validationErrors(schema, value).length === 0 && JSON.stringify(value) === JSON.stringify(coerced))
          expect(coerced).toBe(value);
        expect(coercerOf(schema)(coerced)).toBe(coerced);
      }),
      fuzz(5_000),
    );
  });

  test('YD4 valid objects are returned as they are', () => {
    for (const [schema, value] of [
      [ArrowEnd, { element: 'box~00000001', side: 'top' }],
      [ArrowEnd, { x: 1, y: -2.5 }],
      [PlanBoard, { types: null, columns: [{ status: 'todo~1', name: 'To do', wipLimit: 3 }] }],
      [Layer, { id: 'l', name: 'L', locked: true, hidden: false }],
    ] as const) {
      expect(coercerOf(schema)(value)).toBe(value);
    }
  });

  test('YD7 members of a prototype are ignored', () => {
    expect(coercerOf(ArrowEnd)(JSON.parse('{"__proto__":{"x":1,"y":2}}'))).toBeUndefined();
    expect(coercerOf(ArrowEnd)(Object.create({ x: 1, y: 2 }))).toBeUndefined();
  });

  test('YD6 an address that was stored with a user name reads without it', () => {
    for (const schema of [Link, WebAddress]) {
      for (const stored of ['https://a@b.org/c?d@e', 'https://bank.example:80@b.org/c?d@e', 'https:///a@@b.org/c?d@e'])
        expect(coercerOf(schema)(stored)).toBe('https://b.org/c?d@e');
      for (const kept of ['https://b.org', 'http://b.org/a@b', 'https://b.org?a@b']) expect(coercerOf(schema)(kept)).toBe(kept);
      for (const unusable of ['https://a@', 'javascript:https://a@b.org', `https://${'a@'.repeat(900)}`])
        expect(coercerOf(schema)(unusable)).toBeUndefined();
    }
    expect(coercerOf(Link)('mailto:a@b.org')).toBe('mailto:a@b.org');
  });

  test('YD6 a text is cut between code points, never within one', () => {
    expect(cleanText('🙂🙂🙂', 2)).toBe('🙂🙂');
    expect(cleanText('ab', 2)).toBe('ab');
    expect(cleanText('a🙂', 1)).toBe('a');
  });
});
