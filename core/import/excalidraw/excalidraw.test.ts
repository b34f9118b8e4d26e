import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isArrow } from '#schema/element.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';

import { writeExcalidraw } from '../../export/excalidraw/write-excalidraw.ts';
import { apply, drawn, named, planned, refusal, tabWith } from '../../ops/drawn.test-support.ts';
import { light } from '../../render/themes/light.ts';
import { parentsOf } from '../../tab/membership.ts';
import type { TabIndex } from '../../tab/tab-index.ts';
import { placesOf } from '../drawn-places.test-support.ts';

type Part = Readonly<Record<string, unknown>>;
const file = (elements: readonly Part[], more: Part = {}): string => JSON.stringify({ type: 'excalidraw', version: 2, elements, ...more }, null, 1); // prettier-ignore
const operation = (elements: readonly Part[], more: object = {}) => [
  { op: 'import', format: 'excalidraw', text: file(elements), ...more },
];
const imported = (elements: readonly Part[]): TabIndex => drawn(operation(elements));
const written = (tab: TabIndex) => writeExcalidraw(tab, null, { theme: light, image: (id) => id });
const box = (id: string, type: string, x: number, y: number, more: Part = {}): Part => ({ id, type, x, y, width: 160, height: 80, ...more }); // prettier-ignore

const scene = [
  box('f', 'frame', -40, -40, { width: 300, height: 400, name: 'Shop' }),
  box('a', 'rectangle', 0, 0, { frameId: 'f', roundness: { type: 3 }, backgroundColor: '#a5d8ff', strokeColor: '#1971c2' }),
  {
    id: 'at',
    type: 'text',
    x: 10,
    y: 10,
    width: 80,
    height: 25,
    containerId: 'a',
    text: 'Take\norder',
    originalText: 'Take order',
  },
  box('b', 'diamond', 0, 200, { frameId: 'f' }),
  { ...box('e', 'arrow', 80, 80), points: [[0, 0], [0, 120]], startBinding: { elementId: 'a' }, endBinding: { elementId: 'b' }, endArrowhead: 'triangle', strokeStyle: 'dashed' }, // prettier-ignore
  { id: 'et', type: 'text', x: 60, y: 130, width: 40, height: 20, containerId: 'e', text: 'pay' },
  { ...box('l', 'freedraw', 400, 0), points: [[0, 0], [50, 20], [90, -10]], strokeWidth: 4 }, // prettier-ignore
];

describe('Excalidraw', () => {
  test('DG20 shapes with their texts, frames, bindings and lines are at their places', () => {
    const tab = imported(scene);
    const parents = parentsOf(tab);
    expect([...tab.boxes()].map(({ type, label, x, y, id }) => [type, label, x, y, parents.get(id)?.label])).toEqual([
      ['frame', 'Shop', 0, 0, undefined],
      ['shape', 'Take order', 40, 40, 'Shop'],
      ['shape', undefined, 40, 240, 'Shop'],
      ['stroke', undefined, 440, 30, undefined],
    ]);
    expect([...tab.elements()].filter(isArrow)).toMatchObject([
      {
        label: 'pay',
        border: 'dashed',
        line: 'straight',
        from: { side: 'bottom', offset: 0.5 },
        to: { side: 'top', offset: 0.5 },
      },
    ]);
  });

  test.each([
    ['{"type":"excalidraw",\n "elements": [}', 'Line 2, column 15'],
    ['{"type":"excalidraw"}', 'Line 1, column 1'],
    [file([box('a', 'diamond', 0, 0), box('a', 'diamond', 0, 0)]), 'Line 14, column 10'],
    ['['.repeat(1_000), 'Line 1, column 33'],
  ])('DG3 DG20 %# is refused with line and column', (text, place) => {
    const { code, message } = refusal(tabWith([]), [{ op: 'import', format: 'excalidraw', text }]);
    expect([code, message.startsWith(place) ? place : message]).toEqual(['import_invalid', place]);
  });

  test('DG7 DG19 an update without a change changes nothing, and follows what moved', () => {
    const tab = imported(scene);
    const update = (elements: readonly Part[]) => planned(tab, operation(elements, { mode: 'update' })).edits;
    expect(update(scene)).toEqual([]);
    const moved = scene.map((part) => (part['id'] === 'b' ? { ...part, y: 250 } : part));
    apply(tab, update(moved));
    const [b] = [...tab.boxes()].filter((one) => one.type === 'shape' && one.shape === 'diamond');
    expect(named(tab, 'take-order')).toMatchObject({ x: 40, y: 40 });
    expect(b).toMatchObject({ x: 40, y: 290 });
  });

  test('DG2 DG26 groups are groups, the outermost first, up to four deep', () => {
    const scene = [
      box('a', 'rectangle', 0, 0, { groupIds: ['Inner_1', 'Ö+ter'] }),
      box('b', 'diamond', 300, 0, { groupIds: ['Inner_1', 'Ö+ter'] }),
      box('c', 'ellipse', 600, 0, { groupIds: ['Ü+ter'] }),
      box('d', 'rectangle', 900, 0, { groupIds: ['1', '2', '3', '4', '5'] }),
    ];
    const groups = (tab: TabIndex) => Array.from(tab.boxes(), ({ x, group }) => `${x} ${group}`).toSorted();
    const first = imported(scene);
    expect(groups(first)).toEqual(['0 -ter/inner_1', '300 -ter/inner_1', '600 -ter-2', '900 5/4/3/2']);
    expect(JSON.parse(written(first).text).elements[0].groupIds).toEqual(['-ter/inner_1', '-ter']);
    expect(groups(drawn([{ op: 'import', format: 'excalidraw', text: written(first).text }]))).toEqual(groups(first));
  });

  test('DG2 what was imported, exported and imported again is the same drawing', { timeout: fuzzTimeout(300_000) }, () => {
    const at = fc.integer({ min: -300, max: 600 });
    const style = fc.record({
      backgroundColor: fc.constantFrom('transparent', '#ffec99', '#b2f2bb'),
      strokeColor: fc.constantFrom('#1e1e1e', '#e03131', 'transparent'),
      strokeStyle: fc.constantFrom('solid', 'dashed', 'dotted'),
      opacity: fc.constantFrom(100, 40),
      angle: fc.constantFrom(0, Math.PI / 2),
      roundness: fc.constantFrom(null, { type: 3 }),
      groupIds: fc.constantFrom([], ['g'], ['i', 'g'], ['i', 'h'], ['1', '2', '3', '4', '5']),
    });
    const shape = fc.tuple(fc.constantFrom('rectangle', 'ellipse', 'diamond', 'text', 'frame'), at, at, style, fc.constantFrom('', 'Pay', 'a long label of a box, with more than forty characters in it')); // prettier-ignore
    const arrow = fc.tuple(fc.nat(), fc.nat(), fc.array(fc.tuple(at, at), { minLength: 2, maxLength: 4 }), fc.boolean(), fc.constantFrom(null, 'arrow', 'triangle_outline', 'crowfoot_many')); // prettier-ignore
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 7 }), fc.array(arrow, { maxLength: 5 }), (shapes, arrows) => {
        const parts = shapes.flatMap(([type, x, y, looks, label], index): Part[] => {
          const own = box(`b${index}`, type, x, y, type === 'frame' ? { name: label } : { ...looks, text: label });
          const isLabelled = label !== '' && type !== 'text' && type !== 'frame';
          return isLabelled ? [own, { id: `t${index}`, type: 'text', x, y, width: 10, height: 10, containerId: `b${index}`, text: label }] : [own]; // prettier-ignore
        });
        const lines = arrows.map(([from, to, points, elbowed, head], index): Part => {
          const bound = (pick: number) =>
            shapes.length === 0 || pick % 3 === 0 ? null : { elementId: `b${pick % shapes.length}` };
          return { id: `e${index}`, type: 'arrow', x: 0, y: 0, points, elbowed, startBinding: bound(from), endBinding: bound(to), endArrowhead: head }; // prettier-ignore
        });
        const first = imported([...parts, ...lines]);
        const again = drawn([{ op: 'import', format: 'excalidraw', text: written(first).text }]);
        const third = drawn([{ op: 'import', format: 'excalidraw', text: written(again).text }]);
        expect(placesOf(third)).toEqual(placesOf(again));
        expect(again.size).toBe(first.size);
      }),
      fuzz(1_000),
    );
  });

  test('DG2 what Excalidraw has nothing like is listed', () => {
    const tab = drawn('add cylinder "Store" at:0,0', [
      { op: 'add', element: { type: 'lane', label: 'Shop', x: 0, y: 300, width: 400, height: 200 } },
    ]);
    const { dropped, text } = written(tab);
    expect(dropped.map((line) => line.replace(/~\w+/, '')).toSorted()).toEqual([
      'cylinder "Store": it became a rectangle',
      'lane "Shop": it became a frame',
    ]);
    expect(JSON.parse(text)['left out']).toEqual(dropped);
    const again = drawn([{ op: 'import', format: 'excalidraw', text }]);
    expect(named(again, 'store')).toMatchObject({ shape: 'cylinder', label: 'Store' });
  });
});
