import { describe, expect, test } from 'vitest';

import { renderSvg } from '#core/render/render-svg.ts';
import { TabIndex } from '#core/tab/tab-index.ts';

import { looseTab } from './loose-tab.ts';

const box = (id: string, x: number) => ({ type: 'shape', shape: 'square', id, x, y: 0, width: 100, height: 60, label: id });

describe('a loose tab', () => {
  test('connects arrows to the elements that they name, and stacks elements in the order of the list', () => {
    const tab = looseTab(
      [box('a', 0), box('b', 200), { type: 'arrow', from: { element: 'a' }, to: { element: 'b', side: 'left' } }],
      'light',
    );
    const [a, b, arrow] = [...tab.elements.values()];
    expect(arrow).toMatchObject({ from: { element: a?.id }, to: { element: b?.id, side: 'left' } });
    expect(String(a?.z) < String(b?.z)).toBe(true);
    const drawn = renderSvg(TabIndex.of(tab));
    expect(drawn).toContain('>a<');
    expect(drawn).toContain('<path');
  });

  test('has all elements, also without ids and with an id twice', () => {
    expect(looseTab([{ ...box('a', 0), id: undefined }, box('a', 1), box('a', 2)], 'light').elements.size).toBe(3);
  });

  test('leaves out what is no element and draws the rest', () => {
    const junk = [{}, { type: 'spaceship' }, { type: 'arrow' }, { type: 'shape', x: 'NaN', label: 7 }, { type: '__proto__' }];
    const tab = looseTab([...junk, box('a', 0)], 'light');
    expect([...tab.elements.values()].map(({ type }) => type)).toEqual(['shape', 'shape']);
    expect(renderSvg(TabIndex.of(tab))).toContain('>a<');
  });
});
