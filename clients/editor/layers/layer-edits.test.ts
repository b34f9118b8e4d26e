import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { drawn, tabWith } from '#core/ops/drawn.test-support.ts';
import type { Layer } from '#schema/tab.ts';
import { readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { insertTab, setTab } from '#schema/ydoc/write.ts';

import { changedLayer, elementsOn, movedLayer, ontoLayer, withLayer, withoutLayer } from './layer-edits.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ id, name: id, locked: false, hidden: false, ...more });
const layers = [layer('a'), layer('b', { locked: true }), layer('c')];
const ids = (list: readonly Layer[]): string[] => list.map(({ id }) => id);

describe('a layer', () => {
  test('is added on top, with a free name', () => {
    expect(withLayer([layer('x', { name: 'Layer 2' })], 'n')?.at(-1)).toEqual(layer('n', { name: 'Layer 3' }));
    expect(
      withLayer(
        Array.from({ length: 100 }, (_, index) => layer(`${index}`)),
        'n',
      ),
    ).toBeNull();
  });

  test('moves up or down by one place', () => {
    expect(ids(movedLayer(layers, 'a', 1))).toEqual(['b', 'a', 'c']);
    expect(ids(movedLayer(layers, 'a', -1))).toEqual(['a', 'b', 'c']);
    expect(ids(movedLayer(layers, 'c', -1))).toEqual(['a', 'c', 'b']);
  });

  test('moves past a locked layer, which keeps its place', () => {
    const doc = new Y.Doc();
    insertTab(doc, { id: 'tab_00000000000000000001', name: 'Tab', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers, pages: [] }); // prettier-ignore
    const lying = (id: string): unknown => mapIn(mapIn(rootMap(doc, 'tabs'), 'tab_00000000000000000001'), 'layers')?.get(id);
    const before = lying('b');
    for (const [id, by] of [
      ['a', 1],
      ['a', 1],
      ['a', -1],
      ['c', -1],
      ['c', -1],
    ] as const) {
      // prettier-ignore
      const wanted = movedLayer(readTabs(doc)[0]!.layers, id, by);
      setTab(doc, 'tab_00000000000000000001', { layers: wanted });
      expect(ids(readTabs(doc)[0]!.layers)).toEqual(ids(wanted));
      expect(lying('b')).toBe(before);
    }
  });

  test('does not change while it is locked', () => {
    expect(withoutLayer(layers, 'b')).toEqual(layers);
    expect(changedLayer(layers, 'b', { name: 'x', hidden: true })).toEqual(layers);
    expect(movedLayer(layers, 'b', 1)).toEqual(layers);
    expect(ids(withoutLayer(layers, 'a'))).toEqual(['b', 'c']);
  });

  test('gets elements from the base layer and returns them, unless it is locked', () => {
    const [box] = drawn('add square id=x').elements();
    const tab = tabWith(
      [
        { ...box!, id: 'x~00000000' },
        { ...box!, id: 'y~00000000', layer: 'b' },
      ],
      { layers },
    );
    expect(ontoLayer(['x~00000000', 'y~00000000', 'gone~00000000'], 'c', tab).map(({ after }) => after)).toMatchObject([
      { id: 'x~00000000', layer: 'c' },
    ]);
    expect(ontoLayer(['x~00000000'], 'b', tab)).toEqual([]);
    expect(ontoLayer(['x~00000000'], null, tab)).toEqual([]);
    expect(elementsOn('b', tab)).toEqual(['y~00000000']);
  });
});
