import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { copyElements } from './copy-elements.ts';

const box = (id: string): Element => ({
  id,
  type: 'shape',
  shape: 'square',
  x: 1,
  y: 2,
  width: 30,
  height: 40,
  z: 'a0',
  layer: 'back',
});
const arrow: Element = {
  id: 'ab~00000000',
  type: 'arrow',
  from: { element: 'a~11111111', side: 'right' },
  to: { x: 5, y: 6 },
  z: 'a1',
};

describe('the elements of a copied tab', () => {
  let count = 0;
  const suffix = (): string => String((count += 1)).padStart(8, 'c');
  const copies = copyElements([{ ...box('a~11111111'), locked: true }, box('b~22222222'), arrow], suffix).map(
    ({ after }) => after!,
  );

  test('keep their slugs and get new ids', () => {
    expect(copies.map(({ id }) => id)).toEqual(['a~ccccccc1', 'b~ccccccc2', 'ab~ccccccc3']);
  });

  test('are connected by arrows as the originals are, and equal in everything else', () => {
    expect(copies[2]).toEqual({ ...arrow, id: 'ab~ccccccc3', from: { element: 'a~ccccccc1', side: 'right' } });
    expect(copies[1]).toEqual({ ...box('b~22222222'), id: 'b~ccccccc2' });
  });

  test('are not locked', () => {
    expect(copies.some((element) => 'locked' in element)).toBe(false);
  });
});
