import { describe, expect, test } from 'vitest';

import type { Arrow, Element, Point } from '#schema/element.ts';

import { arrow, box } from '#core/arrows/drawing.test-support.ts';
import { labelRect, routeOf } from '#core/drawing/drawn-routes.ts';
import { labelSize } from '#core/arrows/label-size.ts';
import { lengthOf } from '#core/arrows/polyline.ts';
import { emptyState } from '#core/ops/drawn.test-support.ts';

import { gripsOf } from './handles.ts';
import { Hand } from './hand.test-support.ts';

function handOver(...elements: readonly Element[]): Hand {
  const hand = new Hand({ ...emptyState, elements: new Map(elements.map((element) => [element.id, element])) });
  hand.select('e');
  return hand;
}

const [a, b] = [box('a', 0, 0), box('b', 500, 0)];
const pays = (more: Partial<Arrow> = {}): Arrow => arrow('e', 'a', 'b', { label: 'pays', z: 'a9', ...more });
const stored = (hand: Hand): Arrow => hand.at('e') as Element as Arrow;
function middle(hand: Hand): Point {
  const { x, y, width, height } = labelRect(stored(hand), hand.tab)!;
  return [x + width / 2, y + height / 2];
}

describe('the label of a selected arrow', () => {
  test('slides along its line with the pointer, in one step of the undo', () => {
    const hand = handOver(a, b, pays());
    expect(middle(hand)).toEqual([300, 30]);
    hand.drag([[305, 32], [260, 50], [185, 90]]); // prettier-ignore
    expect(stored(hand).labelAt).toBe(0.2);
    expect(middle(hand)).toEqual([180, 30]);
    expect(stored(hand)).toMatchObject({ from: { element: a.id }, to: { element: b.id } });
    hand.steps.undo();
    expect(stored(hand)).not.toHaveProperty('labelAt');
  });

  test('is shown where it would be while it is dragged', () => {
    const hand = handOver(a, b, pays());
    hand.pointing.down(pointer([300, 30]), false);
    hand.pointing.move(pointer([200, 30]));
    expect(hand.shown?.preview?.get(stored(hand).id)).toMatchObject({ labelAt: 0.25 });
    expect(hand.shown?.cursor).toBe('grabbing');
    hand.pointing.cancel();
    expect(stored(hand)).not.toHaveProperty('labelAt');
  });

  test.each(['straight', 'angled', 'curved'] as const)('follows the bends of a line that is %s', (line) => {
    const hand = handOver(a, box('b', 500, 400), pays({ line }));
    const start = middle(hand);
    for (const [x, y] of routeOf(stored(hand), hand.tab).slice(1, -1)) {
      hand.drag([middle(hand), [x + 3, y + 4]]);
      const rect = labelRect(stored(hand), hand.tab)!;
      const near = Math.hypot(rect.x + rect.width / 2 - x, rect.y + rect.height / 2 - y);
      expect(near).toBeLessThan(60);
    }
    hand.drag([middle(hand), start]);
    expect(stored(hand)).not.toHaveProperty('labelAt');
  });

  test('is placed automatically again where it would be by itself, and stops in the middle of the line', () => {
    const hand = handOver(a, b, pays({ labelAt: 0.2 }));
    hand.drag([middle(hand), [293, 80]]);
    expect(stored(hand)).not.toHaveProperty('labelAt');

    // Another arrow crosses the middle, so that the label would be beside it.
    const across = arrow('x', { x: 300, y: -200 }, { x: 300, y: 200 });
    const crossed = handOver(a, b, across, pays());
    const [own] = middle(crossed);
    expect(own).not.toBe(300);
    crossed.drag([middle(crossed), [296, 30]]);
    expect(stored(crossed).labelAt).toBe(0.5);
    crossed.drag([[300, 30], [own + 3, 30]]); // prettier-ignore
    expect(stored(crossed)).not.toHaveProperty('labelAt');
  });

  test('that is dragged as far as it can go is at that end, however far the box moves', () => {
    const hand = handOver(a, b, pays());
    hand.drag([middle(hand), [20, 30]]);
    expect(stored(hand).labelAt).toBe(0);
    const left = labelRect(stored(hand), hand.tab)!.x;
    expect(left).toBeCloseTo(110);
    hand.drag([middle(hand), [900, 30]]);
    expect(stored(hand).labelAt).toBe(1);
    const rect = labelRect(stored(hand), hand.tab)!;
    expect(rect.x + rect.width).toBeCloseTo(490);
    expect(lengthOf(routeOf(stored(hand), hand.tab))).toBe(400);
  });

  test('is not dragged if the arrow is locked, among several, or with Shift, and a click leaves it', () => {
    const locked = handOver(a, b, pays({ locked: true }));
    locked.drag([[300, 30], [200, 30]]); // prettier-ignore
    expect(stored(locked)).not.toHaveProperty('labelAt');
    const hand = handOver(a, b, pays());
    hand.click([300, 30]);
    expect([...hand.selection.get()]).toEqual([stored(hand).id]);
    hand.drag([[300, 30], [200, 30]], { shift: true }); // prettier-ignore
    hand.select('e', 'a');
    hand.drag([[300, 30], [200, 30]]); // prettier-ignore
    expect(stored(hand)).not.toHaveProperty('labelAt');
    expect(hand.refusals).toEqual([]);
  });

  test('comes before the grips beside it, and a finger takes it from nearby', () => {
    // The grip of the line is in reach from within the label.
    const { width } = labelSize(pays())!;
    const length = 2 * (width + 12);
    const short = handOver(a, box('b', 100 + length, 0), pays());
    const left = labelRect(stored(short), short.tab)!.x;
    const nearest = Math.min(...gripsOf(short.tab, short.selection.get(), 1).map(({ at: [x] }) => Math.abs(x - left - 1)));
    expect(nearest).toBeLessThan(8);
    short.drag([[left + 1, 30], [left - 19, 30]]); // prettier-ignore
    expect(stored(short)).not.toHaveProperty('points');
    expect(stored(short).labelAt).toBeCloseTo(0.5 - 20 / length, 3);

    const hand = handOver(a, b, pays({ labelAt: 0.25 }));
    const { y } = labelRect(stored(hand), hand.tab)!;
    hand.drag([[200, y - 8], [300, y - 8]], { kind: 'touch' }); // prettier-ignore
    expect(stored(hand)).not.toHaveProperty('labelAt');
  });

  test('has the cursor of what is dragged, without a grip on it', () => {
    const hand = handOver(a, b, pays());
    expect(hand.hover([300, 30]).cursor).toBe('grab');
    hand.selection.set([]);
    expect(hand.hover([300, 30]).cursor).toBe('move');
  });
});

const pointer = (at: Point) => ({ at, screen: at, shift: false, alt: false, mod: false, pressure: 0.5, kind: 'mouse' }) as const;
