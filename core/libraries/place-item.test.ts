import { describe, expect, test } from 'vitest';

import type { LibraryItem } from '#schema/library.ts';

import { placeBeside, placeItem } from './place-item.ts';

const box = (id: string, more: object = {}) => ({
  type: 'shape',
  shape: 'square',
  id,
  x: 0,
  y: 0,
  width: 80,
  height: 40,
  ...more,
});
const item = (...elements: LibraryItem['elements']): LibraryItem => ({ id: 'x', title: 'X', width: 200, height: 40, elements });
const addOperations = (of: LibraryItem, at = { x: 100, y: 50 }, taken: readonly string[] = [], groups: readonly string[] = []) =>
  placeItem(of, at, { slugs: new Set(taken), groups: new Set(groups) }).map(({ element }) => element);

describe('place-item', () => {
  test('groups get names that the tab does not have', () => {
    const grouped = item(box('a', { group: 'g' }), box('b', { group: 'g/in' }), box('c', { group: 'h' }));
    const groups = addOperations(grouped, undefined, [], ['g', 'g-2']).map(({ group }) => group);
    expect(groups).toEqual(['g-3', 'g-3/in', 'h']);
  });

  test('all parts move by the same distance, including way-points and free ends; parts without a position get none', () => {
    const arrow = { type: 'arrow', from: { x: -5, y: 0.5 }, to: { element: 'a', side: 'left' }, points: [[1, 2], [3, 4]] }; // prettier-ignore
    expect(addOperations(item(box('a', { x: 7, y: 8 }), { type: 'sticky' }, arrow))).toEqual([
      box('a', { x: 107, y: 58 }),
      { type: 'sticky' },
      { ...arrow, from: { x: 95, y: 50.5 }, to: { element: 'a', side: 'left' }, points: [[101, 52], [103, 54]] }, // prettier-ignore
    ]);
  });

  test('names that the tab or another part has get a number, and full ids count as slugs', () => {
    const parts = item(box('a~00000001'), box('a-2'), box('b'), { type: 'arrow', from: { element: 'a' }, to: { element: 'b' } });
    const names = addOperations(parts, undefined, ['a', 'c']).map(({ id }) => id);
    expect(names).toEqual(['a-2', 'a-2-2', 'b', undefined]);
    expect(addOperations(parts, undefined, ['a', 'c']).at(-1)).toMatchObject({ from: { element: 'a-2' }, to: { element: 'b' } });
    const long = 'abcdefghijklmnopqrstuvwx';
    expect(addOperations(item(box(long)), undefined, [long])[0]!['id']).toBe('abcdefghijklmnopqrstuv-2');
  });

  test('parts come as boxes from back to front, then arrows; layers, locks and order keys are left out', () => {
    const arrow = { type: 'arrow', id: 'arrow', z: 'a0', from: { element: 'front' }, to: { element: 'back' } };
    const parts = item(arrow, box('front', { z: 'a2', layer: 'one' }), box('back', { z: 'a1', locked: true }));
    expect(addOperations(parts, { x: 0, y: 0 })).toEqual([box('back'), box('front'), { ...arrow, z: undefined }].map(withoutZ));
  });

  test('beside: places an item to the right of everything, aligned with its top', () => {
    expect(placeBeside([])).toEqual({ x: 0, y: 0 });
    expect(placeBeside([{ x: 0, y: 5.5, width: 10 }, { x: 90.2, y: 70, width: 10 }, {}])).toEqual({ x: 181, y: 5 }); // prettier-ignore
  });
});

const withoutZ = ({ z: _z, ...rest }: Readonly<Record<string, unknown>>): object => rest;
