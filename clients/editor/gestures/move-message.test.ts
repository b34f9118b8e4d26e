import { describe, expect, test } from 'vitest';

import type { Arrow, Element, Point } from '#schema/element.ts';

import { routeOf } from '#core/drawing/drawn-routes.ts';
import { drawn } from '#core/ops/drawn.test-support.ts';

import { planChange } from '../changes/change.ts';
import { stepMessage } from '../changes/message-order.ts';
import { gripsOf } from './handles.ts';
import { Hand } from './hand.test-support.ts';

const sequence = `add rounded id=a
add rounded id=b
add rounded id=c
wrap a b c in frame id=seq arrange=sequence
connect a -> b id=ask label=ask
connect b -> c id=look label=look
connect c -> b id=found label=found border=dashed
connect b -> a id=tell label=tell border=dashed`;

function handOn(lines: string): Hand {
  const tab = drawn(lines);
  return new Hand({
    ...tab.settings,
    elements: new Map([...tab.elements()].map((element) => [element.id, element])),
    skipped: [],
  });
}
const message = (hand: Hand, name: string): Arrow => hand.at(name) as Element as Arrow;
const middle = (hand: Hand, name: string): Point => {
  const [[x1, y1], [x2]] = routeOf(message(hand, name), hand.tab) as [Point, Point];
  return [x1 + (x2 - x1) / 4, y1];
};
const order = (hand: Hand): string[] =>
  [...hand.tab.arrows()]
    .toSorted((one, other) => middleY(hand, one) - middleY(hand, other))
    .map(({ id }) => id.slice(0, id.indexOf('~')));
const middleY = (hand: Hand, arrow: Arrow): number => routeOf(arrow, hand.tab)[0]![1];
const places = (hand: Hand): number[] => ['a', 'b', 'c'].map((name) => hand.at(name).x);

describe('a message of a sequence', () => {
  test('AF21 is dragged to another row, and moves no participant', () => {
    const hand = handOn(sequence);
    const before = places(hand);
    const look = middle(hand, 'look');
    hand.drag([look, [look[0], middle(hand, 'tell')[1] + 5]]);
    expect(order(hand)).toEqual(['ask', 'found', 'tell', 'look']);
    const [x, y] = middle(hand, 'look');
    hand.drag([[x, y], [x, y - 500]]); // prettier-ignore
    expect(order(hand)).toEqual(['look', 'ask', 'found', 'tell']);
    expect(places(hand)).toEqual(before);
    expect(hand.refusals).toEqual([]);
  });

  test('follows the pointer while it is dragged, and goes back to its row if it passed no other', () => {
    const hand = handOn(sequence);
    const before = JSON.stringify(message(hand, 'look'));
    const [x, y] = middle(hand, 'look');
    const pointer = { shift: false, alt: false, mod: false, pressure: 0.5, kind: 'mouse' } as const;
    hand.pointing.down({ ...pointer, at: [x, y], screen: [x, y] }, false);
    hand.pointing.move({ ...pointer, at: [x, y + 7], screen: [x, y + 7] });
    const shown = hand.shown?.preview?.get(message(hand, 'look').id) as Arrow;
    expect(routeOf(shown, hand.tab)[0]?.[1]).toBe(y + 7);
    hand.pointing.up({ ...pointer, at: [x, y + 7], screen: [x, y + 7] });
    expect(JSON.stringify(message(hand, 'look'))).toBe(before);
  });

  test('has no grips but those of its ends', () => {
    const hand = handOn(sequence);
    hand.select('look');
    expect(gripsOf(hand.tab, hand.selection.get(), 1).map(({ kind }) => kind)).toEqual(['end', 'end']);
  });

  test('AF21 goes up and down by one row, into blocks and out of them, and stays at the end', () => {
    const hand = handOn(`${sequence}\nwrap look found in frame block=opt id=maybe`);
    const id = message(hand, 'tell').id;
    const isInBlock = (): boolean => {
      const { y, height } = hand.at('maybe');
      const at = middleY(hand, message(hand, 'tell'));
      return y < at && at < y + height;
    };
    const steps = ['up', 'up', 'up', 'up', 'up', 'up'] as const;
    const seen = steps.map((way) => {
      hand.apply(stepMessage(id, way));
      return [order(hand).indexOf('tell'), isInBlock()];
    });
    expect(seen).toEqual([[3, true], [2, true], [1, true], [1, false], [0, false], [0, false]]); // prettier-ignore
    for (const _ of steps) hand.apply(stepMessage(id, 'down'));
    expect([order(hand).indexOf('tell'), isInBlock()]).toEqual([3, false]);
    expect(planChange(hand.tab, stepMessage(id, 'down'))).toEqual([]);
  });
});
