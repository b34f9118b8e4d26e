import { expect, test } from 'vitest';

import { isArrow, isPinned } from '#schema/element.ts';

import { apply, drawn, planned, refusal, tabWith } from '../../ops/drawn.test-support.ts';

const operation = (text: string, more: object = {}) => [{ op: 'import', format: 'csv', text, ...more }];
const people = 'name,role,reports to\nAda,CEO,\nGrace,"CTO, Navy",Ada\nAlan,Research,Grace\n';

test('DG21 rows that name parents are a tree, with the other fields in the note', () => {
  const tab = drawn(operation(people));
  expect([...tab.boxes()].map(({ label, note }) => [label, note])).toEqual([
    ['Ada', 'role: CEO'],
    ['Grace', 'role: CTO, Navy'],
    ['Alan', 'role: Research'],
  ]);
  const labelOf = (end: Parameters<typeof isPinned>[0]) => (isPinned(end) ? tab.get(end.element)?.label : '');
  expect([...tab.elements()].filter(isArrow).map(({ from, to, heads }) => [labelOf(from), labelOf(to), heads])).toEqual([
    ['Ada', 'Grace', 'none'],
    ['Grace', 'Alan', 'none'],
  ]);
});

test('DG21 other rows are a table, and stickies with as=cards', () => {
  const text = 'id;task\n1;Paint\n2;"Sand;\nwash"';
  expect([...drawn(operation(text)).boxes()]).toMatchObject([
    { type: 'table', columns: ['id', 'task'], rows: [['1', 'Paint'], ['2', 'Sand;\nwash']] },
  ]); // prettier-ignore
  const cards = [...drawn(operation(text, { as: 'cards' })).boxes()];
  expect(cards.map(({ type, label, x, y }) => [type, label, x, y])).toEqual([
    ['sticky', 'Paint\nid: 1', 0, 0],
    ['sticky', 'Sand;\nwash\nid: 2', 180, 0],
  ]);
});

test('DG7 an update adds the rows that are new and moves no box', () => {
  const tab = drawn(operation(people));
  const { edits } = planned(tab, operation(`${people}Edsger,Correctness,Ada\n`, { mode: 'update' }));
  expect(edits.map(({ before, after }) => [before === null, after?.label ?? ''])).toEqual([
    [true, 'Edsger'],
    [true, ''],
  ]);
  apply(tab, edits);
  expect(planned(tab, operation(`${people}Edsger,Correctness,Ada\n`, { mode: 'update' })).edits).toEqual([]);
});

test('DG3 a line of headings alone is refused, and a parent that is no row is reported', () => {
  expect(refusal(tabWith([]), operation('a,b\n'))).toMatchObject({ code: 'import_invalid' });
  const { imports } = planned(tabWith([]), operation('name,parent\nAda,Bob\n'));
  expect(imports[0]?.dropped).toEqual([{ source: 'Ada', what: 'its parent Bob', why: 'no row has that id or name' }]);
});
