import { describe, expect, test } from 'vitest';

import { drawn } from '#core/ops/drawn.test-support.ts';
import { aside, clearOf, type NewPlace, placeFor } from './free-place.ts';

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

  test('has its free place within the frame that is there', () => {
    const frame = '{"op":"add","element":{"type":"frame","x":-200,"y":-200,"width":600,"height":600}}';
    expect(clearOf(drawn(frame), wanted)).toEqual(wanted);
    const filled = drawn(
      `${frame}\n{"op":"add","element":{"type":"shape","shape":"square","x":-20,"y":-10,"width":140,"height":80}}`,
    );
    const place = clearOf(filled, wanted);
    expect([...filled.boxesIn(place)].map(({ type }) => type)).toEqual(['frame']);
  });

  test('is where a person points, unless it would hide cells or cards', () => {
    const pointed: NewPlace = { at: [50, 30], from: 'pointer' };
    expect(placeFor(drawn('add square x=-100 y=-100 width=300 height=300'), pointed, wanted)).toEqual(wanted);
    for (const kind of ['table', 'plan-board']) {
      const tab = drawn(`add ${kind} x=-100 y=-100 width=300 height=300`);
      expect([...tab.boxesIn(placeFor(tab, pointed, wanted))]).toEqual([]);
    }
  });

  test('covers nothing in the middle of the view', () => {
    const tab = drawn('add square x=-100 y=-100 width=300 height=300');
    expect([...tab.boxesIn(placeFor(tab, { at: [50, 30], from: 'view' }, wanted))]).toEqual([]);
    expect(placeFor(tab, { at: [500, 30.4], from: 'view' }, wanted)).toEqual({ ...wanted, x: 450 });
  });
});
