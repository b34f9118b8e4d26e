import { expect, test } from 'vitest';

import type { Arrow } from '#schema/element.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';

import { after, at, drawnTab, editsOf, idOf } from './changes.test-support.ts';
import { insertOn } from './insert-on.ts';

const drawn = (more = '') =>
  drawnTab(
    `add square id=a at:0,0\nadd square id=b at:600,0\nadd diamond id=c at:300,300\nconnect a.bottom -> b.top id=way label=yes line=angled stroke=red points=[[400,-80]]${more}`,
  );
const arrowsOf = (tab: TabIndex): Arrow[] => [...tab.arrows()].toSorted((one, other) => (one.z < other.z ? -1 : 1));

test('a box on an arrow goes between its ends, where it was dropped', () => {
  const tab = drawn();
  const result = after(tab, insertOn(idOf(tab, 'c'), idOf(tab, 'way'), { dx: 0, dy: -280 }));
  const c = idOf(tab, 'c');
  expect(at(result, 'c')).toMatchObject({ x: 300, y: 20 });
  const [first, second] = arrowsOf(result);
  expect(first).toMatchObject({
    id: idOf(tab, 'way'),
    label: 'yes',
    from: { element: idOf(tab, 'a'), side: 'bottom' },
    to: { element: c },
  });
  expect(second).toMatchObject({
    from: { element: c },
    to: { element: idOf(tab, 'b'), side: 'top' },
    line: 'angled',
    stroke: 'red',
  });
  expect(first).not.toHaveProperty('points');
  expect(second).not.toHaveProperty('label');
});

test('an arrow with free ends keeps them', () => {
  const free = { id: 'loose~aaaaaaaa', z: 'a5', type: 'arrow', from: { x: 0, y: 500 }, to: { x: 900, y: 500 } } as const;
  const tab = tabWith([...drawn().elements(), free]);
  const result = after(tab, insertOn(idOf(tab, 'c'), free.id, { dx: 0, dy: 150 }));
  const halves = arrowsOf(result).filter(({ id }) => id !== idOf(tab, 'way'));
  expect(halves).toMatchObject([{ from: { x: 0, y: 500 } }, { to: { x: 900, y: 500 } }]);
});

test('a box with an arrow of its own is only moved, and so is one on a locked arrow', () => {
  const tied = drawn('\nconnect c -> a id=own');
  const moved = editsOf(tied, insertOn(idOf(tied, 'c'), idOf(tied, 'way'), { dx: 10, dy: 0 }));
  expect(moved.map(({ id }) => id)).toEqual([idOf(tied, 'c')]);
  const locked = drawn('\nset way locked=true');
  expect(editsOf(locked, insertOn(idOf(locked, 'c'), idOf(locked, 'way'), { dx: 10, dy: 0 }))).toHaveLength(1);
});
