import { expect, test } from 'vitest';

import { Viewport } from './viewport.ts';
import { Signal } from './signal.ts';
import { type Arrival, arrive, keepArrivalOf, onTab } from './arrival.ts';
import type { Editor } from './editor.ts';

/** Editors of tabs of one page, and the tabs that it was asked to show. */
function page() {
  const arrival = new Signal<Arrival | null>(null);
  const asked: string[] = [];
  const editor = (id: string, isThere = true): Editor => {
    const viewport = new Viewport();
    if (isThere) viewport.resize(100, 100);
    return { tab: { id }, viewport, arrival, showTab: (tab: string) => asked.push(tab) } as unknown as Editor;
  };
  const shown: string[] = [];
  const show = (name: string) => (there: Editor) => void shown.push(`${name} on ${there.tab.id}`);
  return { arrival, asked, editor, shown, show };
}

test('an action on the shown tab runs at once', () => {
  const { asked, editor, shown, show } = page();
  onTab(editor('one'), 'one', show('a'));
  expect([shown, asked]).toEqual([['a on one'], []]);
});

test('an action on another tab runs when its canvas exists, with the editor of that tab, once', () => {
  const { asked, editor, shown, show } = page();
  onTab(editor('one'), 'two', show('a'));
  expect([shown, asked]).toEqual([[], ['two']]);
  keepArrivalOf('two', editor('two'));
  arrive(editor('one'));
  arrive(editor('two'));
  arrive(editor('two'));
  expect(shown).toEqual(['a on two']);
});

test('of several actions only the last one runs, even if the tab of another was never drawn', () => {
  const { asked, editor, shown, show } = page();
  onTab(editor('one'), 'two', show('a'));
  onTab(editor('two', false), 'two', show('b'));
  expect(asked).toEqual(['two']);
  onTab(editor('one'), 'one', show('c'));
  expect(asked).toEqual(['two', 'one']);
  arrive(editor('two'));
  arrive(editor('one'));
  expect(shown).toEqual(['c on one']);
});

test('no action waits once another tab is shown', () => {
  const { arrival, editor, shown, show } = page();
  onTab(editor('one'), 'two', show('a'));
  keepArrivalOf('three', editor('three'));
  expect(arrival.get()).toBeNull();
  arrive(editor('two'));
  onTab(editor('three'), 'three', show('b'));
  expect(shown).toEqual(['b on three']);
});
