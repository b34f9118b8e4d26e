import { describe, expect, test } from 'vitest';

import { drawn } from '#core/ops/drawn.test-support.ts';

import { findInDocument, hitsMax } from './find-in-document.ts';

const first = drawn(
  'add square id=b label="Café au lait" x=0 y=300\nadd square id=a label="cafe" x=0 y=0\nconnect a -> b label="to the CAFÉ"\nset b note="nothing here"',
);
const second = drawn('add table id=t label="Menu" columns=["Drink"] rows=[["Tea"],["Café"]]');
const tabs = [first, second].map((view, index) => ({ settings: { ...view.settings, id: `tab_${index}` }, view }));
const loose = [{ key: 'item_1', where: 'card #1', text: 'Open a café' }];
const found = (words: string): string[] =>
  findInDocument({ tabs, loose }, words).hits.map(({ tabId, where, text }) => `${tabId} ${where}: ${text}`);

describe('searching a document', () => {
  test('ignores case and accents, and lists the shown tab first, from top to bottom', () => {
    expect(found(' CAFE')).toEqual([
      'tab_0 Rectangle: cafe',
      'tab_0 Rectangle: Café au lait',
      'tab_0 Arrow: to the CAFÉ',
      'tab_1 Table, row 2: Café',
      'null card #1: Open a café',
    ]);
    expect(found('au  lait')).toHaveLength(1);
    expect(found('here')).toEqual(['tab_0 Note on Rectangle: nothing here']);
    expect(found('  ')).toEqual([]);
  });

  test('limits the number of hits, and reports that there are more', () => {
    const many = Array.from({ length: hitsMax + 1 }, (_, index) => ({ key: `${index}`, where: 'card', text: 'x' }));
    const { hits, isAll } = findInDocument({ tabs: [], loose: many }, 'x');
    expect([hits.length, isAll]).toEqual([hitsMax, false]);
  });
});
