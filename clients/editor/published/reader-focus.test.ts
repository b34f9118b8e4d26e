import { describe, expect, test } from 'vitest';

import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';
import type { Page } from '#schema/tab.ts';

import { boxNamed, firstFocus, focusRect, viewOf } from './reader-focus.ts';

const frame = (id: string, x: number): Element => ({ type: 'frame', id, z: 'a0', x, y: 0, width: 400, height: 200 });
const page = (id: string, x: number): Page => ({
  id, place: 1, kind: 'slide', name: id, size: '16:9', orientation: 'landscape', layout: 'blank', background: null,
  rect: { x, y: 0, width: 1600, height: 900 },
}); // prettier-ignore
const viewOfTab = (elements: readonly Element[], pages: readonly Page[] = []) =>
  TabIndex.of({
    id: 'tab_1', name: 'T', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages,
    elements: new Map(elements.map((one) => [one.id, one])), skipped: [],
  }); // prettier-ignore
const frames = viewOfTab([frame('checkout~0a1b2c3d', 0), frame('pay~0a1b2c3d', 500), frame('pay~0b1b2c3d', 1_000)]);

describe('what a reader sees first', () => {
  test('is the frame of the address, by ref, id, or the start of an id', () => {
    for (const name of ['checkout', 'checkout~0a1b2c3d', 'pay~0b'])
      expect(firstFocus(frames, name)).toEqual({ kind: 'frame', name });
    expect(boxNamed(frames, 'pay~0b')?.x).toBe(1_000);
  });
  test('is everything, where the frame is ambiguous or unknown', () => {
    for (const name of ['pay', 'pay~0', 'ship']) expect(firstFocus(frames, name)).toEqual({ kind: 'all' });
  });
  test('is the first page of a tab with pages', () =>
    expect(firstFocus(viewOfTab([], [page('page_1', 0), page('page_2', 1_700)]), null)).toEqual({ kind: 'page', id: 'page_1' }));
});

describe('the shown rectangle', () => {
  test('is that of the frame or page, and of everything once it is gone', () => {
    const extent = { x: 0, y: 0, width: 10, height: 10 };
    expect(focusRect({ kind: 'frame', name: 'checkout' }, frames, extent)).toMatchObject({ x: 0, width: 400 });
    expect(focusRect({ kind: 'frame', name: 'gone' }, frames, extent)).toEqual(extent);
    expect(focusRect({ kind: 'page', id: 'gone' }, frames, extent)).toEqual(extent);
    expect(focusRect({ kind: 'all' }, viewOfTab([]), null)).toBeNull();
  });
  test('of everything includes the pages with their names', () =>
    expect(focusRect({ kind: 'all' }, viewOfTab([], [page('page_1', 0)]), null)).toEqual({
      x: 0,
      y: -24,
      width: 1600,
      height: 924,
    }));
});

describe('the view', () => {
  const size = { width: 800, height: 500 };
  test('of everything is at full size at most, in the middle', () =>
    expect(viewOf({ x: 0, y: 0, width: 400, height: 100 }, 'all', size)).toEqual({ x: -200, y: -200, zoom: 1 }));
  test('of a page is as large as it can be with a margin', () => {
    const { zoom } = viewOf({ x: 0, y: 0, width: 400, height: 100 }, 'page', size);
    expect(zoom).toBeCloseTo(750 / 400);
  });
  test('of a frame fills the window', () => {
    const { x, zoom } = viewOf({ x: 100, y: 0, width: 400, height: 250 }, 'frame', size);
    expect(zoom).toBeCloseTo((500 - 12) / 250);
    expect((100 - x) * zoom).toBeGreaterThan(5);
  });
  test('of a window without size is a view all the same', () =>
    expect(viewOf({ x: 0, y: 0, width: 400, height: 100 }, 'page', { width: 0, height: 0 }).zoom).toBeGreaterThan(0));
});
