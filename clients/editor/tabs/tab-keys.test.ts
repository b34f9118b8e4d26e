import { expect, test } from 'vitest';

import { tabKeyAction } from './tab-keys.ts';

const tabs = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const press = (name: string, id: string, mayEdit = true) => {
  const parts = name.split('+');
  const stroke = { key: parts.at(-1) ?? '', altKey: parts.includes('Alt'), shiftKey: parts.includes('Shift') };
  return tabKeyAction(stroke, { tabs, id, mayEdit });
};

test('arrow keys, Home and End move the focus from tab to tab', () => {
  expect(press('ArrowRight', 'a')).toEqual({ kind: 'focus', id: 'b' });
  expect(press('ArrowLeft', 'c', false)).toEqual({ kind: 'focus', id: 'b' });
  expect(press('Alt+ArrowLeft', 'b')).toEqual({ kind: 'focus', id: 'a' });
  expect(press('ArrowRight', 'c')).toEqual({ kind: 'focus', id: undefined });
  expect([press('Home', 'b'), press('End', 'b')]).toEqual([
    { kind: 'focus', id: 'a' },
    { kind: 'focus', id: 'c' },
  ]);
});

test('Alt+Shift with an arrow key moves a tab within the bar, for those who may edit', () => {
  expect(press('Alt+Shift+ArrowRight', 'a')).toEqual({ kind: 'move', position: 1 });
  expect(press('Alt+Shift+ArrowLeft', 'b')).toEqual({ kind: 'move', position: 0 });
  expect(press('Alt+Shift+ArrowRight', 'c')).toBeNull();
  expect(press('Alt+Shift+ArrowRight', 'a', false)).toBeNull();
});

test('F2 renames a tab and Delete deletes it, for those who may edit', () => {
  expect([press('F2', 'a'), press('Delete', 'a')]).toEqual([{ kind: 'rename' }, { kind: 'delete' }]);
  expect([press('F2', 'a', false), press('Delete', 'a', false), press('x', 'a')]).toEqual([null, null, null]);
});
