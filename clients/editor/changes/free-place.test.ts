import { describe, expect, test } from 'vitest';

import { drawn } from '#core/ops/drawn.test-support.ts';
import { aside, clearOf } from './free-place.ts';

const wanted = { x: 0, y: 0, width: 100, height: 60 };

describe('a new box', () => {
  test('is put aside until no other begins in its place', () => {
    expect(aside(drawn('add square at:300,0'), wanted)).toEqual(wanted);
    const taken = drawn('add square at:0,0\nadd square at:24,24');
    expect(aside(taken, wanted)).toMatchObject({ x: 48, y: 48 });
  });

  test('keeps clear of others, in the nearest free place', () => {
    expect(clearOf(drawn('add square at:300,0'), wanted)).toEqual(wanted);
    const one = drawn('add square id=a x=-20 y=-100 width=300 height=140');
    expect(clearOf(one, wanted)).toMatchObject({ x: 0, y: 80 });
    const two = drawn('add square id=a x=-20 y=-100 width=300 height=140\nadd square id=b x=-400 y=60 width=900 height=900');
    const place = clearOf(two, wanted);
    expect([...two.boxesIn(place)]).toEqual([]);
  });
});
