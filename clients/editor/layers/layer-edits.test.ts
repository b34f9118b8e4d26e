import { describe, expect, test } from 'vitest';

import { drawn, tabWith } from '#core/ops/drawn.test-support.ts';
import type { Layer } from '#schema/tab.ts';

import { changedLayer, elementsOn, movedLayer, ontoLayer, withLayer, withoutLayer } from './layer-edits.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ id, name: id, locked: false, hidden: false, ...more });
const layers = [layer('a'), layer('b', { locked: true }), layer('c')];
const ids = (list: readonly Layer[]): string[] => list.map(({ id }) => id);

describe('layers', () => {
  test('[Y1] a new one lies on top, under a name that is free', () => {
    expect(withLayer([layer('x', { name: 'Layer 2' })], 'n')?.at(-1)).toEqual(layer('n', { name: 'Layer 3' }));
    expect(
      withLayer(
        Array.from({ length: 100 }, (_, index) => layer(`${index}`)),
        'n',
      ),
    ).toBeNull();
  });

  test('[Y1] one moves up or down by one place', () => {
    expect(ids(movedLayer(layers, 'a', 1))).toEqual(['b', 'a', 'c']);
    expect(ids(movedLayer(layers, 'a', -1))).toEqual(['a', 'b', 'c']);
    expect(ids(movedLayer(layers, 'c', -1))).toEqual(['a', 'c', 'b']);
  });

  test('[Y2] a locked one stays as it is', () => {
    expect(withoutLayer(layers, 'b')).toEqual(layers);
    expect(changedLayer(layers, 'b', { name: 'x', hidden: true })).toEqual(layers);
    expect(movedLayer(layers, 'b', 1)).toEqual(layers);
    expect(ids(withoutLayer(layers, 'a'))).toEqual(['b', 'c']);
  });

  test('[Y2] elements go onto a layer and back to the base, but not onto or off a locked one', () => {
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
