import { expect, test } from 'vitest';

import { parseOperations } from '#core/changeset/parse.ts';
import { type ArrowEnd, type Element, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { isProblem } from '#schema/problem.ts';

import { planChange } from '../changes/change.ts';
import { aside } from '../changes/copies.ts';
import { applyOperations } from '../clipboard/pasted-text.ts';
import { elementsOfItem, itemOf } from './item-of.ts';

/** The elements that lines draw. */
function drawn(lines: string | readonly object[]): readonly Element[] {
  const parsed = parseOperations(lines);
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  const edits = planChange(aside([]), applyOperations(parsed.operations));
  if (isProblem(edits)) throw new Error(JSON.stringify(edits));
  return edits.flatMap(({ after }) => after ?? []);
}

const tab = aside(
  drawn(`add square "Checkout" id=checkout at:500,300 width=160 height=80 fill=blue note="Takes orders"
add cylinder "Orders" id=orders at:800,300 width=120 height=100
add square "Elsewhere" id=elsewhere at:0,0
add square id=bare at:0,900
connect checkout -> orders label=writes line=curved
connect checkout -> elsewhere`),
);
const slug = ({ id }: Element): string => slugOf(id);
const idsOf = (isMeant: (name: string) => boolean): string[] =>
  [...tab.elements()].filter((one) => isMeant(slug(one))).map(({ id }) => id);

/** What does not depend on the tab. */
const looks = (elements: readonly Element[]): unknown =>
  elements.map(({ id: _id, z: _z, ...rest }) =>
    rest.type === 'arrow' ? { ...rest, from: ended(rest.from), to: ended(rest.to) } : rest,
  );
const ended = (end: ArrowEnd): ArrowEnd => (isPinned(end) ? { ...end, element: slugOf(end.element) } : end);

test('an item has the elements from its top-left corner, titled by the largest box', () => {
  const item = itemOf(
    idsOf((name) => ['checkout', 'orders'].includes(name)),
    tab,
    'Item 1',
  );
  expect(item).toMatchObject({ title: 'Checkout', width: 420, height: 100 });
  expect(item?.elements.map(({ id, x, y }) => ({ id, x, y }))).toEqual([
    { id: 'checkout', x: 0, y: 0 },
    { id: 'orders', x: 300, y: 0 },
  ]);
});

test('placing an item draws what adding its parts in a changeset draws, with a free end where a box was not selected', () => {
  const item = itemOf(
    idsOf((name) => name !== 'elsewhere' && name !== 'bare'),
    tab,
    'Item 1',
  );
  if (item === null) throw new Error('there is no item');
  const operations = item.elements.map((element) => ({ op: 'add', element }));
  expect(looks(elementsOfItem(item))).toEqual(looks(drawn(operations)));
  const [cut] = elementsOfItem(item).filter((one) => one.type === 'arrow' && !isPinned(one.to));
  expect(cut).toMatchObject({ from: { element: expect.stringContaining('checkout') }, to: { x: expect.any(Number) } });
});

test('an item of elements without labels has the title that it is given, and nothing is no item', () => {
  expect(itemOf(idsOf((name) => name === 'bare'), tab, 'Item 3')?.title).toBe('Item 3'); // prettier-ignore
  expect(itemOf([], tab, 'Item 3')).toBeNull();
});
