import { expect, test } from 'vitest';

import { iconParts } from './icon-part.ts';
import { IconSet } from './icon-set.ts';
import { icons } from './icons.test-support.ts';

test('IC1 each icon of the package has lines, in path data', () => {
  const names = icons.search('');
  expect(names.length).toBeGreaterThan(1_500);
  for (const name of names) {
    const parts = icons.parts(name) ?? [];
    expect([name, parts.length > 0, parts.every(({ d }) => /^[Mm][\d. -]/.test(d) && !d.includes('NaN'))]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

test('IC1 rectangles, circles and lines become path data', () => {
  expect(iconParts([['rect', { x: '2', y: '3', width: '20', height: '14', rx: '2' }]])).toEqual([
    { d: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2Z', isFilled: false },
  ]);
  expect(iconParts([['rect', { x: '1', y: '1', width: '4', height: '2' }]])[0]?.d).toBe('M1 1h4v2h-4Z');
  expect(iconParts([['circle', { cx: '12', cy: '12', r: '1', fill: 'currentColor' }]])).toEqual([
    { d: 'M11 12A1 1 0 1 1 13 12A1 1 0 1 1 11 12Z', isFilled: true },
  ]);
  expect(iconParts([['line', { x1: '1', y1: '2', x2: '3', y2: '4' }]])[0]?.d).toBe('M1 2L3 4');
  expect(iconParts([['script', {}]])).toEqual([]);
});

test('IC1 names that every object has are no icons', () => {
  for (const name of ['constructor', '__proto__', 'toString', '']) {
    expect([icons.has(name), icons.parts(name)]).toEqual([false, null]);
    expect(icons.tagsOf(name)).toEqual([]);
  }
});

test('IC2 a search finds names before tags, and whole words before parts', () => {
  expect(icons.search('database')[0]).toBe('database');
  expect(icons.search('Shopping  CART')[0]).toBe('shopping-cart');
  expect(icons.search('user circle')[0]).toBe('circle-user');
  expect(icons.search('home')[0]).toBe('house');
  expect(icons.search('datab')[0]).toBe('database');
  expect(icons.search('no such thing at all')).toEqual([]);
});

test('IC2 a search reads the data once', () => {
  let reads = 0;
  const nodes = { key: [], lock: [] };
  const set = new IconSet({ nodes: () => nodes, tags: () => ((reads += 1), { key: ['password'], lock: ['password', 'safe'] }) });
  expect(set.search('password')).toEqual(['key', 'lock']);
  const first = reads;
  expect(set.search('safe')).toEqual(['lock']);
  expect(reads).toBe(first);
});

test('IC3 the nearest icons are misspelled names, what a name describes, and similar ones', () => {
  expect(icons.nearest('databse')[0]).toBe('database');
  expect(icons.nearest('sever')[0]).toBe('server');
  expect(icons.nearest('user-circle')[0]).toBe('circle-user');
  expect(icons.nearest('home')[0]).toBe('house');
  for (const name of ['', '-', 'ü', 'x'.repeat(64), 'kubernetes']) expect(new Set(icons.nearest(name)).size).toBe(3);
});
