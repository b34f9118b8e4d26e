/** fast-check arbitraries of what an old or hostile client may have written, stored by real Yjs writes. */
import fc from 'fast-check';
import * as Y from 'yjs';

import { elementSchemas, elementTypes } from '../element.ts';

const fieldNames = [...new Set(elementTypes.flatMap((type) => Object.keys(elementSchemas[type].properties)))];
const layoutNames = [
  'at',
  'size',
  'elements',
  'layers',
  'pages',
  'name',
  'mode',
  'order',
  'theme',
  'locked',
  'rect',
  '__proto__',
  'constructor',
];

export const junkKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...fieldNames, ...layoutNames),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('box~00000001', 'a~zzzzzzzz', 'tab_0123456789abcdef0123', '\ud800', 'nul\0'),
);

/** Values that a Y.Map stores unchanged. Some are almost valid. */
export const junkPlain: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    1e308,
    1e7,
    12n,
    '',
    'x',
    'shape',
    'arrow',
    'square',
    '#12AB34',
  ),
  fc.constantFrom(
    '\ud800 lone',
    'nul\0',
    '🙂'.repeat(30_000),
    'a0',
    'zzz',
    'https://example.org/',
    'javascript:1',
    'box~00000001',
  ),
  fc.constantFrom(
    { element: 'box~00000001', side: 'up' },
    { x: 1, y: NaN },
    { x: 1, y: 2, z: 3 },
    { sheetId: 5 },
    { types: null, columns: [{}] },
  ),
  fc.constantFrom(
    { name: 'L', locked: 'yes', order: 7 },
    { types: ['t'], columns: [{ status: 'do~1', name: 'Do', wipLimit: 0.4 }] },
  ),
  fc.tuple(fc.double(), fc.double()),
  fc.array(fc.oneof(fc.double(), fc.string(), fc.array(fc.oneof(fc.string(), fc.double()), { maxLength: 3 })), { maxLength: 5 }),
  fc.object({ maxDepth: 2, maxKeys: 4 }),
  fc.double(),
  fc.integer(),
  fc.constantFrom(...elementTypes),
  fc.constant(JSON.parse('{"__proto__":{"element":"box~00000001"}}') as unknown),
);

/** Entries of a map: plain values, nested maps, and every kind of Y type where none belongs. */
export type Junk = readonly (readonly [key: string, value: unknown, nested: Junk])[];
export const junk: fc.Arbitrary<Junk> = fc.letrec<{ junk: Junk }>((tie) => ({
  junk: fc.array(fc.tuple(junkKey, junkPlain, fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('junk'))), { maxLength: 8 }),
})).junk;

const typeMakers: readonly (() => unknown)[] = [
  () => new Y.Array(),
  () => new Y.Text('some text'),
  () => new Y.XmlElement('p'),
  () => new Y.XmlFragment(),
  () => new Y.XmlText('t'),
  () => new Y.Doc(),
  () => new Uint8Array([1, 2, 3]),
];

export function plant(map: Y.Map<unknown>, entries: Junk): void {
  entries.forEach(([key, value, nested], index) => {
    if (nested.length > 0) {
      const inner = new Y.Map<unknown>();
      map.set(key, inner);
      plant(inner, nested);
      return;
    }
    const make = index % 5 === 4 ? typeMakers[key.length % typeMakers.length] : undefined;
    map.set(key, make === undefined ? value : make());
  });
}
