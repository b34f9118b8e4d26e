import { expect, test } from 'vitest';

import { drawnTab } from '../changes/changes.test-support.ts';
import { Hand } from './hand.test-support.ts';

function voter(): Hand {
  const tab = drawnTab('add square id=a x=100 y=100\nadd square id=b x=600 y=300\nwrap a b in frame "F" id=f');
  const hand = new Hand({ ...tab.settings, elements: new Map([...tab.elements()].map((one) => [one.id, one])), skipped: [] });
  hand.tool.choose('vote', true);
  // A participant votes, who may not edit.
  hand.writes = false;
  return hand;
}

test('a press votes for the box under it, as often as it is pressed, and for nothing on the canvas', () => {
  const hand = voter();
  const [x, y] = [hand.at('a').x + 20, hand.at('a').y + 20];
  hand.click([x, y]);
  hand.click([x, y]);
  hand.click([2_000, 40]);
  expect(hand.votes).toEqual([{ on: hand.at('a').id, by: 1 }, { on: hand.at('a').id, by: 1 }]); // prettier-ignore
  expect([hand.tool.get().name, hand.selection.get().size]).toEqual(['vote', 0]);
});

test('inside a frame is canvas, and its title is the frame', () => {
  const hand = voter();
  hand.click([hand.at('a').x, hand.at('b').y]);
  hand.click([hand.at('f').x + 20, hand.at('f').y + 10]);
  expect(hand.votes.map(({ on }) => on)).toEqual([hand.at('f').id]);
});

test('a pointer that moves pans, and votes for nothing', () => {
  const hand = voter();
  hand.drag([[hand.at('a').x + 9, hand.at('a').y + 9], [hand.at('b').x + 9, hand.at('b').y + 9]]); // prettier-ignore
  expect([hand.votes, hand.tab.size]).toEqual([[], 3]);
});
