import { expect, test } from 'vitest';

import { type Box, sides } from '#schema/element.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';

import { at, drawnTab } from '../changes/changes.test-support.ts';
import { connectedIn } from './connected-in.ts';

const drawn = () =>
  drawnTab(
    'add square id=a at:0,0\nadd square id=right at:400,20\nadd square id=below at:60,300\nadd square id=far at:900,0\nadd square id=loose at:200,0\n' +
      'connect a -> right\nconnect below -> a\nconnect a -> far',
  );

test('the nearest box that an arrow connects is found in its direction, whichever way the arrow points', () => {
  const tab = drawn();
  const found = sides.map((side) => connectedIn(tab, at(tab, 'a') as Box, side)?.id ?? null);
  const ref = (slug: string): string => at(tab, slug).id;
  expect(found).toEqual([null, ref('right'), ref('below'), null]);
  expect(connectedIn(tab, at(tab, 'far') as Box, 'left')?.id).toBe(ref('a'));
  expect(connectedIn(tab, at(tab, 'loose') as Box, 'left')).toBeNull();
});

test('what is on a hidden layer is not found, nor the box itself by a loop', () => {
  const tab = drawnTab('add square id=a at:0,0\nadd square id=b at:400,0\nconnect a -> b\nconnect a.top -> a.right');
  const hidden = tabWith(
    [...tab.elements()].map((element) => (element.id === at(tab, 'b').id ? { ...element, layer: 'ghost' } : element)),
    { layers: [{ id: 'ghost', name: 'Ghost', hidden: true, locked: false }] },
  );
  expect(connectedIn(tab, at(tab, 'a') as Box, 'right')?.id).toBe(at(tab, 'b').id);
  for (const side of sides) expect(connectedIn(hidden, at(hidden, 'a') as Box, side)).toBeNull();
});
