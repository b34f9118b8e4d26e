import { deflateRawSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { elementsOfItem } from './item-of.ts';
import { readLibrary } from './read-library.ts';

const read = (text: string) => readLibrary(text, 'Shapes', (number) => `Item ${number}`);
const labels = async (text: string): Promise<unknown> =>
  (await read(text))?.items.map((item) => [item.title, elementsOfItem(item).map(({ type, label }) => label ?? type)]);

const rectangle = (id: string, more: object = {}) => ({
  id, type: 'rectangle', x: 40, y: 60, width: 100, height: 50, angle: 0, version: 1, isDeleted: false, ...more,
}); // prettier-ignore
const wordsIn = (id: string, text: string) => ({
  id: `${id}-text`, type: 'text', x: 50, y: 70, width: 60, height: 20, text, containerId: id, isDeleted: false,
}); // prettier-ignore

test('a library of Excalidraw has its items with their names', async () => {
  const pump = [rectangle('a', { boundElements: [{ type: 'text', id: 'a-text' }] }), wordsIn('a', 'Pump')];
  const libraryItems = [{ id: 'x', name: 'Water pump', elements: pump }, { elements: [rectangle('b')] }];
  const file = JSON.stringify({ type: 'excalidrawlib', version: 2, libraryItems });
  expect(await labels(file)).toEqual([
    ['Water pump', ['Pump']],
    ['Item 2', ['shape']],
  ]);
  expect((await read(file))?.items[0]?.elements[0]).toMatchObject({ x: 0, y: 0 });
});

test('a library of Excalidraw of version 1 has lists of elements', async () => {
  const file = JSON.stringify({ type: 'excalidrawlib', version: 1, library: [[rectangle('a')], [rectangle('b')]] });
  expect(await labels(file)).toEqual([
    ['Item 1', ['shape']],
    ['Item 2', ['shape']],
  ]);
});

const graph = (label: string): string =>
  `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="${label}" style="rounded=0" vertex="1" parent="1"><mxGeometry x="30" y="30" width="120" height="60" as="geometry"/></mxCell></root></mxGraphModel>`;

test('a library of draw.io has escaped and packed items', async () => {
  const escaped = graph('Valve &amp; pipe').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const packed = deflateRawSync(encodeURIComponent(graph('Tank'))).toString('base64');
  const file = `<mxlibrary>${JSON.stringify([{ xml: escaped, title: 'Valve' }, { xml: packed }])}</mxlibrary>`;
  expect(await labels(file)).toEqual([
    ['Valve', ['Valve & pipe']],
    ['Tank', ['Tank']],
  ]);
});

test('items that cannot be drawn are counted, and the others are kept', async () => {
  const libraryItems = [
    { name: 'Broken', elements: 7 },
    { name: 'Whole', elements: [rectangle('a')] },
  ];
  const found = await read(JSON.stringify({ type: 'excalidrawlib', version: 2, libraryItems }));
  expect([found?.items.map(({ title }) => title), found?.leftOut]).toEqual([['Whole'], 1]);
});

test('a library of our own has its name, its items, and new ids', async () => {
  const item = {
    id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    title: 'Box',
    width: 100,
    height: 50,
    elements: [{ type: 'shape', shape: 'square', id: 'box', x: 0, y: 0, width: 100, height: 50, label: 'Box' }],
  };
  const found = await read(JSON.stringify({ name: 'Mine', items: [item, { title: 'No item' }] }));
  expect(found).toMatchObject({ name: 'Mine', leftOut: 1, items: [{ title: 'Box' }] });
  expect(found?.items[0]?.id).not.toBe(item.id);
});

test.each(['', 'null', '[]', '{"type":"excalidraw","elements":[]}', '<mxfile/>', '<mxlibrary>{}</mxlibrary>'])(
  '%j is no library',
  async (text) => {
    expect(await read(text)).toBeNull();
  },
);
