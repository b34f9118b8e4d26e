import { describe, expect, test } from 'vitest';

import { tabWith } from '#core/ops/drawn.test-support.ts';

import { after, at, drawnTab } from '../changes/changes.test-support.ts';
import type { NewPlace } from '../changes/free-place.ts';
import { clip, clippingType, readClipping } from './clipping.ts';
import { pasteClipping, pasteText } from './paste.ts';
import { readPastedText } from './pasted-text.ts';

const pointer = (x: number, y: number): NewPlace => ({ at: [x, y], from: 'pointer' });
const drawing = () =>
  drawnTab(
    'add square id=a label=Orders at:100,100 fill=blue\nadd cylinder id=b label="Orders DB" at:400,100\nconnect a -> b label=writes',
  );
const clipped = (tab = drawing()) =>
  clip(
    [...tab.elements()].map(({ id }) => id),
    tab,
  );

describe('copying', () => {
  test('and pasting in our own format results in the same drawing', () => {
    const clipping = readClipping(clipped()?.get(clippingType) ?? '');
    const made: string[] = [];
    const pasted = after(
      tabWith([]),
      pasteClipping(clipping ?? { elements: [] }, pointer(1_000, 1_000), (id) => made.push(id)),
    );
    expect(pasted.size).toBe(3);
    expect(at(pasted, 'orders')).toMatchObject({ label: 'Orders', fill: 'blue', width: at(drawing(), 'a').width });
    expect(at(pasted, 'orders-db').x - at(pasted, 'orders').x).toBe(300);
    expect(at(pasted, 'writes')).toMatchObject({ from: { element: at(pasted, 'orders').id } });
    expect(made).toHaveLength(3);
  });

  test('a group makes a group of its own, as elements and as text', () => {
    const tab = drawnTab('add square id=a at:0,0 group=pay/icons\nadd square id=b at:300,0 group=pay/icons\nadd square id=c at:600,0 group=pay'); // prettier-ignore
    const groups = (pasted: typeof tab) => {
      const paths = Array.from(pasted.elements(), ({ group = '' }) => group.split('/'));
      return [paths.length, new Set(paths.map(([outer]) => outer)).size, new Set(paths.map((path) => path.join('/'))).size];
    };
    const clipping = readClipping(clipped(tab)?.get(clippingType) ?? '') ?? { elements: [] };
    const ignored = () => undefined;
    expect(groups(after(tab, pasteClipping(clipping, pointer(0, 900), ignored)))).toEqual([6, 2, 4]);
    const text = readPastedText(clipped(tab)?.get('text/plain') ?? '');
    expect(groups(after(tab, pasteText(text, pointer(0, 900), ignored)))).toEqual([6, 2, 4]);
  });

  test('by another page is limited and checked', () => {
    expect(['', 'null', '{"elements":3}', '[]', '{"elements":[{"type":"shape"},null,{"type":"__proto__","id":"a~00000000"}]}'].map(readClipping)).toEqual(Array(5).fill(null)); // prettier-ignore
    const one = { id: 'a~00000000', type: 'shape', shape: 'square', x: 0, y: 0, width: 10, height: 10, z: 'a0' };
    expect(readClipping(JSON.stringify({ elements: [one, { ...one, id: 'b~00000000', evil: 1 }] }))?.elements).toEqual([one]);
  });

  test('as text results in lines that draw the same', () => {
    const text = clipped()?.get('text/plain') ?? '';
    expect(text.split('\n')).toHaveLength(3);
    const read = readPastedText(text);
    expect(read).toMatchObject({ kind: 'operations' });
    const pasted = after(
      drawing(),
      pasteText(read, pointer(0, 0), () => undefined),
    );
    expect(pasted.size).toBe(6);
  });
});

describe('pasted text', () => {
  test('is operations only if every line adds something', () => {
    const kinds = [
      'add square',
      '# hello\nadd square',
      'rm a',
      'add square\nrm a',
      'add some milk to the list',
      'test it',
      '{"op":"add","element":{"type":"frame"}}',
    ];
    expect(kinds.map((text) => readPastedText(text)?.kind)).toEqual([
      'operations', 'operations', 'element', 'element', 'element', 'element', 'operations',
    ]); // prettier-ignore
  });

  test('is a card for an address, a table for cells, and a text otherwise', () => {
    expect(readPastedText('https://example.org/a?b=c')).toMatchObject({
      element: { type: 'link-card', url: 'https://example.org/a?b=c' },
    });
    expect(readPastedText('a\tb\n1\t2\r\n3\n')).toMatchObject({ element: { type: 'table', columns: ['a', 'b'], rows: [['1', '2'], ['3', '']] } }); // prettier-ignore
    expect(readPastedText('two words')).toMatchObject({ element: { type: 'text', label: 'two words' } });
    expect(readPastedText(' \n ')).toBeNull();
  });

  test('is drawn at the point, or beside the elements that its lines name', () => {
    const pasted = after(
      tabWith([]),
      pasteText(readPastedText('add square id=a at:0,0\nadd square id=b at:400,0'), pointer(1_000, 500), () => undefined),
    );
    expect(at(pasted, 'a').x).toBe(720);
    expect(at(pasted, 'b').x).toBe(1_120);
    const beside = after(
      drawing(),
      pasteText(readPastedText('add square id=n below:a'), pointer(9_000, 9_000), () => undefined),
    );
    expect(at(beside, 'n').x).toBe(100);
  });
});
