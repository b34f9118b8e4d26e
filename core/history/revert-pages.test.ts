import { describe, expect, test } from 'vitest';

import type { Page, TabSettings } from '#schema/tab.ts';

import { revertPages } from './revert-pages.ts';

const page = (id: string, name = id): Page => ({
  id,
  place: 1,
  kind: 'slide',
  name,
  size: 'hd',
  orientation: 'landscape',
  layout: 'free',
  background: null,
  rect: { x: 0, y: 0, width: 1_280, height: 720 },
});
const row = (...pages: (string | Page)[]): Page[] =>
  pages.map((entry, index) => ({ ...(typeof entry === 'string' ? page(entry) : entry), place: index + 1 }));
const settings = (pages: readonly Page[]): TabSettings => ({
  id: 'tab_00000000000000000000',
  name: 'Tab 1',
  mode: 'pages',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [...pages],
});
/** The names of the pages after the revert, and what was kept. */
function reverted(current: readonly Page[], before: readonly Page[], after: readonly Page[]) {
  const { change, keptPages } = revertPages(settings(current), { pages: { before: [...before], after: [...after] } });
  return { names: (change?.pages?.after ?? current).map(({ name }) => name), kept: keptPages };
}

describe('reverting pages', () => {
  test('[RV10] a page returns to its earlier value, and is kept if it was changed, deleted or restored since', () => {
    const [before, after] = [row('a', 'b'), row(page('a', 'renamed'), 'c')];
    expect(reverted(after, before, after)).toEqual({ names: ['a', 'b'], kept: [] });
    expect(reverted(row(page('a', 'other'), 'c'), before, after)).toEqual({
      names: ['other', 'b'],
      kept: [{ id: 'a', reason: 'changed' }],
    });
    expect(reverted(row('c'), before, after)).toEqual({ names: ['b'], kept: [{ id: 'a', reason: 'gone' }] });
    expect(reverted(row(page('a', 'renamed'), 'c', 'b'), before, after).kept).toEqual([{ id: 'b', reason: 'present' }]);
  });

  test('[RV11] the order returns unless it has changed since, and a page that was added later keeps its predecessor', () => {
    const [before, after] = [row('a', 'b', 'c'), row('c', 'a', 'b')];
    expect(reverted(row('c', 'a', 'new', 'b'), before, after).names).toEqual(['a', 'new', 'b', 'c']);
    expect(reverted(row('b', 'c', 'a'), before, after).names).toEqual(['b', 'c', 'a']);
  });

  test('[RV12] the mode returns if no page is left', () => {
    const mode = { before: 'canvas', after: 'pages' } as const;
    const pages = { before: [], after: row('a') };
    expect(revertPages(settings(row('a')), { mode, pages }).change?.mode).toEqual({ before: 'pages', after: 'canvas' });
    expect(revertPages(settings(row('a', 'b')), { mode, pages }).change?.mode).toBeUndefined();
  });
});
