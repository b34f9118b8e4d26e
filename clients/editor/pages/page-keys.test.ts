import { expect, test } from 'vitest';

import { pageKeyAction } from './page-keys.ts';

const pages = ['a', 'b', 'c'].map((id, index) => ({ id, place: index + 1 }));
const press = (name: string, at: number, mayEdit = true) => {
  const parts = name.split('+');
  const stroke = { key: parts.at(-1) ?? '', altKey: parts.includes('Alt'), shiftKey: parts.includes('Shift') };
  return pageKeyAction(stroke, { pages, page: pages[at - 1]!, mayEdit });
};

test('arrow keys, Home and End move the focus from page to page', () => {
  expect([press('ArrowRight', 1), press('ArrowLeft', 3)]).toEqual([
    { kind: 'focus', id: 'b' },
    { kind: 'focus', id: 'b' },
  ]);
  expect(press('ArrowRight', 3)).toEqual({ kind: 'focus', id: undefined });
  expect([press('Home', 2), press('End', 2)]).toEqual([
    { kind: 'focus', id: 'a' },
    { kind: 'focus', id: 'c' },
  ]);
  expect(press('x', 2)).toBeNull();
});

test('Alt+Shift with an arrow key moves a page, for those who may edit', () => {
  expect(press('Alt+Shift+ArrowRight', 1)).toEqual({ kind: 'move', place: 2 });
  expect(press('Alt+Shift+ArrowLeft', 1)).toEqual({ kind: 'move', place: 0 });
  expect(press('Alt+Shift+ArrowRight', 1, false)).toEqual({ kind: 'focus', id: 'b' });
});
