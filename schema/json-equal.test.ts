import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { jsonEqual } from './json-equal.ts';

describe('jsonEqual', () => {
  test.each([
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [Number.NaN, Number.NaN],
    [Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  ])('%j equals %j', (a, b) => {
    expect([jsonEqual(a, b), jsonEqual(b, a)]).toEqual([true, true]);
  });

  test.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{ 0: 1 }, [1]],
    [null, {}],
    ['1', 1],
    [new Y.Map(), {}],
    [new Date(0), new Date(0)],
  ])('%j does not equal %j', (a, b) => {
    expect([jsonEqual(a, b), jsonEqual(b, a)]).toEqual([false, false]);
  });
});
