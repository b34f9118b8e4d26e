import { expect, test } from 'vitest';

import { routeOf } from '#core/drawing/drawn-routes.ts';
import type { Arrow } from '#schema/element.ts';

import { drawnTab } from '../changes/changes.test-support.ts';
import { Hand } from './hand.test-support.ts';

function handOn(lines: string): Hand {
  const tab = drawnTab(lines);
  const hand = new Hand({ ...tab.settings, elements: new Map([...tab.elements()].map((one) => [one.id, one])), skipped: [] });
  hand.tool.choose('comment');
  return hand;
}

const drawing = 'add square id=a x=100 y=100\nadd square id=b x=600 y=300\nconnect a -> b id=w\nwrap a b in frame "F" id=f';

test('a press comments on the box under it, and on the canvas on the point', () => {
  const hand = handOn(drawing);
  const middle = { x: hand.at('a').x + 20, y: hand.at('a').y + 20 };
  hand.click([middle.x, middle.y]);
  expect(hand.comments).toEqual([{ on: hand.at('a').id, at: [middle.x, middle.y] }]);
  expect([hand.tool.get().name, hand.selection.get().size]).toEqual(['select', 0]);
  hand.tool.choose('comment');
  hand.click([2_000, 40]);
  expect(hand.comments[1]).toEqual({ on: null, at: [2_000, 40] });
});

test('inside a frame is canvas, its title is the frame', () => {
  const hand = handOn(drawing);
  hand.click([hand.at('a').x, hand.at('b').y]);
  hand.tool.choose('comment');
  hand.click([hand.at('f').x + 20, hand.at('f').y + 10]);
  expect(hand.comments.map(({ on }) => on)).toEqual([null, hand.at('f').id]);
});

test('arrows are passed through', () => {
  const hand = handOn(drawing);
  const [x, y] = routeOf(hand.at('w') as unknown as Arrow, hand.tab)[0] ?? [0, 0];
  hand.click([x + 40, y]);
  expect(hand.comments.map(({ on }) => on)).toEqual([null]);
});

test('a drag comments where it is released, also without the right to edit, and changes nothing', () => {
  const hand = handOn(drawing);
  hand.writes = false;
  hand.drag([[2_000, 40], [hand.at('b').x + 9, hand.at('b').y + 9]]); // prettier-ignore
  expect(hand.comments.map(({ on }) => on)).toEqual([hand.at('b').id]);
  expect(hand.tab.size).toBe(4);
});
