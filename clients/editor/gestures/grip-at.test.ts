/** What a press hits where a box and the grips around a selection are near each other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import type { Box, Element, Point, Shape } from '#schema/element.ts';

import { turnedAbout } from '../changes/turned.ts';
import { isWithin, turnedInto } from '../scene/box-outline.ts';
import { Hand } from './hand.test-support.ts';

const tab = { id: 'tab_00000000000000000001', name: 'Tab', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] } as const; // prettier-ignore
const handOver = (elements: readonly Element[]): Hand =>
  new Hand({ ...tab, elements: new Map(elements.map((element) => [element.id, element])), skipped: [] });

const box = (slug: string, more: Partial<Shape>): Shape => ({
  id: `${slug}~00000000`,
  type: 'shape',
  shape: 'square',
  z: 'a0',
  x: 0,
  y: 0,
  width: 160,
  height: 80,
  ...more,
});

/** A part of the way from the center of a box to its sides, as it is rotated: 1 is its outline. */
function pointIn({ x, y, width, height, rotation = 0 }: Box, [across, down]: Point): Point {
  const centre: Point = [x + width / 2, y + height / 2];
  return turnedAbout([centre[0] + (across * width) / 2, centre[1] + (down * height) / 2], centre, rotation);
}

/** False beside the slanted side of a shape. */
const isOn = (of: Box, at: Point): boolean => isWithin(of, turnedInto(of, pointIn(of, at)), 0);

const kinds = fc.constantFrom('mouse' as const, 'pen' as const, 'touch' as const);
const zooms = fc.double({ min: 0.05, max: 8, noNaN: true });
const lengths = fc.integer({ min: 1, max: 600 });
const turns = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 359 }));
const shapes = fc.constantFrom('square' as const, 'ellipse' as const, 'diamond' as const, 'parallelogram' as const);
const within = (most: number) => fc.tuple(fc.double({ min: -most, max: most, noNaN: true }), fc.double({ min: -most, max: most, noNaN: true })); // prettier-ignore
const boxes = fc.record({ width: lengths, height: lengths, rotation: turns, shape: shapes });

describe('the body of a box', () => {
  test('has no grips in its inner half, selected or not, at any size, zoom and rotation, for any pointer', () => {
    fc.assert(
      fc.property(boxes, zooms, kinds, within(0.499), fc.boolean(), (form, zoom, kind, at, isSelected) => {
        const hand = handOver([box('a', form)]);
        hand.zoom = zoom;
        if (isSelected) hand.select('a');
        expect(hand.hover(pointIn(hand.at('a') as Box, at), { kind }).grip).toBeNull();
        hand.drag([pointIn(hand.at('a') as Box, at)], { kind });
        expect([hand.tab.size, [...hand.selection.get()], hand.edited]).toEqual([1, [hand.at('a').id], []]);
      }),
      fuzz(),
    );
  });

  test('has no grips in its inner half among several selected boxes, and at the end of a selected arrow', () => {
    fc.assert(
      fc.property(boxes, boxes, zooms, kinds, within(0.499), fc.boolean(), (one, other, zoom, kind, at, isArrow) => {
        const x = 600 + 40 / zoom;
        const wire = { id: 'w~00000000', type: 'arrow', z: 'a1', from: { element: 'a~00000000' }, to: { element: 'b~00000000' } } as const; // prettier-ignore
        const hand = handOver([box('a', one), box('b', { ...other, x, z: 'a2' }), ...(isArrow ? [wire] : [])]);
        hand.zoom = zoom;
        hand.select(...(isArrow ? ['w'] : ['a', 'b']));
        const inner = pointIn(hand.at('b') as Box, at);
        const { grip } = hand.hover(inner, { kind });
        // The end of an arrow is drawn on the outline: of a box so small that is within its inner half.
        if (isArrow && grip?.kind === 'end')
          expect(Math.hypot(grip.at[0] - inner[0], grip.at[1] - inner[1]) * zoom).toBeLessThanOrEqual(5); // prettier-ignore
        else expect(grip).toBeNull();
      }),
      fuzz(),
    );
  });

  test('is selected by a tap anywhere on it, which adds nothing', () => {
    fc.assert(
      fc.property(boxes, zooms, kinds, within(0.999), (form, zoom, kind, at) => {
        const hand = handOver([box('a', form)]);
        hand.zoom = zoom;
        fc.pre(isOn(hand.at('a') as Box, at));
        hand.click(pointIn(hand.at('a') as Box, at), { kind });
        expect([hand.tab.size, [...hand.selection.get()], hand.edited]).toEqual([1, [hand.at('a').id], []]);
      }),
      fuzz(),
    );
  });

  test('is selected by a tap even if the box beside it is selected', () => {
    fc.assert(
      fc.property(
        boxes, lengths, lengths, zooms, kinds, within(0.999), fc.integer({ min: 0, max: 60 }),
        (form, width, height, zoom, kind, at, gapPx) => {
          const [a, b] = [box('a', { width, height }), box('b', { ...form, rotation: 0, x: width + gapPx / zoom })];
          fc.pre(isOn(b, at));
          const hand = handOver([a, b]);
          hand.zoom = zoom;
          hand.select('a');
          hand.click(pointIn(b, at), { kind });
          expect([hand.tab.size, hand.edited]).toEqual([2, []]);
        },
      ),
      fuzz(),
    ); // prettier-ignore
  });
});

describe('grips', () => {
  test('of a box that is not selected do not exist for a finger, and a tap beside it adds no box', () => {
    fc.assert(
      fc.property(boxes, zooms, fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 })), (form, zoom, [dx, dy]) => {
        const hand = handOver([box('a', form)]);
        hand.zoom = zoom;
        const [x, y] = pointIn(hand.at('a') as Box, [1, 1]);
        hand.click([x + dx / zoom, y + dy / zoom], { kind: 'touch' });
        expect([hand.tab.size, hand.edited]).toEqual([1, []]);
      }),
      fuzz(),
    ); // prettier-ignore
  });

  test.each(['mouse', 'pen', 'touch'] as const)('of a box of usual size all are in reach of a %s', (kind) => {
    const hand = handOver([box('a', { x: 100, y: 100 })]);
    hand.select('a');
    const { x, y, width, height } = hand.at('a');
    const across = [x, x + width / 2, x + width];
    const down = [y, y + height / 2, y + height];
    const handles = down.flatMap((row, j) => across.flatMap((column, i) => (i === 1 && j === 1 ? [] : [[column, row] as Point])));
    for (const at of handles) expect(hand.hover(at, { kind }).grip).toMatchObject({ kind: 'size' });
    expect(hand.hover([x + width + 22, y - 22], { kind }).grip).toMatchObject({ kind: 'turn', isHidden: false });
    expect(hand.hover([x + width / 2, y - 20], { kind }).grip).toMatchObject({ kind: 'dot', side: 'top' });
    expect(hand.hover([x + width + 20, y + height / 2], { kind }).grip).toMatchObject({ kind: 'dot', side: 'right' });
  });

  test('outside every corner rotate with a mouse or a pen, except on another box; a finger has only the handle that is drawn', () => {
    const hand = handOver([box('a', { x: 100, y: 100, width: 160, height: 80 }), box('b', { x: 265, y: 183 })]);
    hand.select('a');
    const [free, onOther]: [Point[], Point] = [[[85, 85], [85, 195], [275, 85]], [275, 195]]; // prettier-ignore
    for (const kind of ['mouse', 'pen'] as const) {
      for (const at of free) expect(hand.hover(at, { kind }).grip).toMatchObject({ kind: 'turn' });
      expect(hand.hover(onOther, { kind }).grip).toBeNull();
    }
    hand.click(free[0]!);
    expect([...hand.selection.get()]).toEqual([]);
    hand.select('a');
    for (const at of [free[0]!, free[1]!, onOther]) expect(hand.hover(at, { kind: 'touch' }).grip?.kind).not.toBe('turn');
  });

  test('of a box as small as a fingertip are hit from outside, and its corner resizes it', () => {
    const hand = handOver([box('a', { x: 100, y: 100, width: 30, height: 30 })]);
    hand.select('a');
    hand.drag([[138, 138], [158, 168]], { kind: 'touch', mod: true }); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 100, y: 100, width: 50, height: 60 });
    hand.drag([[125, 130], [225, 130]], { kind: 'touch', mod: true }); // prettier-ignore
    expect(hand.at('a')).toMatchObject({ x: 200, y: 100, width: 50, height: 60 });
  });

  test('of a box on another box are in reach', () => {
    const hand = handOver([box('ground', { x: -400, y: -400, width: 1_000, height: 1_000 }), box('a', { z: 'a1' })]);
    hand.select('a');
    for (const kind of ['mouse', 'touch'] as const) {
      expect(hand.hover([160, 80], { kind }).grip).toMatchObject({ kind: 'size' });
      expect(hand.hover([80, -20], { kind }).grip).toMatchObject({ kind: 'dot', side: 'top' });
    }
  });

  test('such as the dot of a box are hit beside the box by a mouse or a pen, once they are shown', () => {
    for (const kind of ['mouse', 'pen'] as const) {
      const hand = handOver([box('a', {})]);
      expect(hand.hover([165, 40], { kind })).toMatchObject({ grip: { kind: 'dot', side: 'right' }, dotted: 'a~00000000' });
      hand.click([165, 40], { kind });
      expect(hand.tab.size).toBe(3);
    }
    // A pen without hover.
    const hand = handOver([box('a', {})]);
    hand.pointing.down({ at: [165, 40], screen: [165, 40], shift: false, alt: false, mod: false, pressure: 0.5, kind: 'pen' }, false); // prettier-ignore
    hand.pointing.up({ at: [165, 40], screen: [165, 40], shift: false, alt: false, mod: false, pressure: 0.5, kind: 'pen' });
    expect(hand.tab.size).toBe(1);
  });
});
