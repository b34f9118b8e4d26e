import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyDrawing, anyElement, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { FontUse } from './font-use.ts';
import { type ElementUpdate, LiveDrawing } from './live-drawing.ts';
import type { Scene } from './scene.ts';
import { light } from './themes/light.ts';

const scene = (): Scene => ({
  theme: light,
  fonts: new FontUse(),
  image: () => null,
  icon: () => null,
  cards: new Map(),
  sheet: () => null,
});
const drawingOf = (elements: readonly Element[]): LiveDrawing => new LiveDrawing(tabOf(elements), scene());

/** Everything visible of every piece, by id. */
function visibleParts(drawing: LiveDrawing): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const { id, rect, line, labelRect, draw, label } of drawing.pieces())
    all[id] = { rect, line, labelRect, markup: draw().source, label: label?.().source ?? null };
  return all;
}

const anyBatch: fc.Arbitrary<ElementUpdate[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyElement.map((element) => ({ id: element.id, element })) },
    { weight: 1, arbitrary: anyElement.map(({ id }) => ({ id, element: null })) },
  ),
  { minLength: 1, maxLength: 5 },
);

describe('live drawing', () => {
  test('RD12 RD13 after any changes, every piece equals that of a new drawing, and only the returned ones differ', () => {
    fc.assert(
      fc.property(anyDrawing, fc.array(anyBatch, { maxLength: 6 }), (elements, batches) => {
        const drawing = drawingOf(elements);
        let before = visibleParts(drawing);
        for (const batch of batches) {
          const named = drawing.update(batch);
          const fresh = visibleParts(drawingOf([...drawing.tab.elements()]));
          const now = visibleParts(drawing);
          expect(now).toEqual(fresh);
          for (const id of new Set([...Object.keys(before), ...Object.keys(now)]))
            if (!named.has(id)) expect(now[id]).toEqual(before[id]);
          before = now;
        }
      }),
      fuzz(200),
    );
  });

  slowTest('RD12 arrows follow moving boxes and stay bundled, also where too many meet for bundles', () => {
    const cell = fc.integer({ min: 0, max: 5 });
    const any = fc.record({
      at: fc.tuple(cell, cell),
      from: fc.nat(5),
      to: fc.nat(5),
      line: fc.constantFrom('angled', 'curved', 'straight'),
      kind: fc.constantFrom('box', 'arrow', 'arrow gone', 'box gone'),
    });
    type AnyStep = typeof any extends fc.Arbitrary<infer T> ? T : never;
    const change = ({ at, from, to, line, kind }: AnyStep): ElementUpdate => {
      if (kind === 'box') return { id: idOf(`b${from}`), element: box(`b${from}`, at[0] * 170, at[1] * 130) };
      if (kind === 'box gone') return { id: idOf(`b${from}`), element: null };
      const id = `e${from}${to}${at[0] % 2}`;
      return { id: idOf(id), element: kind === 'arrow' ? arrow(id, `b${from}`, `b${to}`, { line: line as 'angled' }) : null };
    };
    const boxes = Array.from({ length: 6 }, (_, index) => box(`b${index}`, (index % 3) * 340, Math.floor(index / 3) * 260));
    fc.assert(
      fc.property(
        fc.constantFrom(0, 11, 16),
        fc.array(fc.array(any, { minLength: 1, maxLength: 3 }), { maxLength: 10 }),
        (many, steps) => {
          const crowd = Array.from({ length: many }, (_, index) =>
            arrow(`f${index}`, 'b0', `b${1 + (index % 5)}`, { line: 'angled' }),
          );
          const drawing = drawingOf([...boxes, ...crowd]);
          for (const step of steps) {
            drawing.update(step.map(change));
            expect(visibleParts(drawing)).toEqual(visibleParts(drawingOf([...drawing.tab.elements()])));
          }
        },
      ),
      fuzz(200),
    );
  });

  test('RD13 distant elements without a connection stay unchanged', () => {
    const far = Array.from({ length: 200 }, (_, index) => box(`f${index}`, 2_000 + index * 200, 2_000));
    const drawing = drawingOf([
      box('a', 0, 0),
      box('b', 400, 0),
      box('c', 0, 400),
      arrow('e', 'a', 'b', { line: 'angled' }),
      ...far,
      arrow('g', 'f1', 'f9'),
    ]);
    expect([...drawing.update([{ id: idOf('b'), element: box('b', 420, 10) }])].toSorted()).toEqual([idOf('b'), idOf('e')]);
    expect([...drawing.update([{ id: idOf('c'), element: box('c', 200, 0) }])].toSorted()).toEqual([idOf('c'), idOf('e')]);
    expect([...drawing.update([{ id: idOf('c'), element: box('c', 200, 0) }])]).toEqual([]);
  });

  test('RD13 a new arrow between the same two boxes moves its sibling, and a box over a title moves the title into its frame', () => {
    const drawing = drawingOf([
      box('a', 0, 0),
      box('b', 300, 0),
      arrow('e1', 'a', 'b'),
      { ...frame('f', 0, 300, 400, 300), label: 'Zone' },
    ]);
    expect(drawing.update([{ id: idOf('e2'), element: arrow('e2', 'b', 'a') }]).has(idOf('e1'))).toBe(true);
    expect(drawing.get(idOf('f'))?.label).not.toBeNull();
    expect(drawing.update([{ id: idOf('c'), element: box('c', 0, 300) }]).has(idOf('f'))).toBe(true);
    expect(drawing.get(idOf('f'))?.label).toBeNull();
    const hubs = Array.from({ length: 30 }, (_, index) => arrow(`h${index}`, index % 2 === 0 ? 'a' : 'b', { x: index, y: 900 }));
    const crowded = drawingOf([box('a', 0, 0), box('b', 300, 0), arrow('e1', 'a', 'b'), ...hubs]);
    expect([...crowded.update([{ id: idOf('e2'), element: arrow('e2', 'b', 'a') }])].toSorted()).toEqual([
      idOf('e1'),
      idOf('e2'),
    ]);
  });

  test('RD12 RD13 RD16 Han characters follow the first Japanese text of the tab, and the last', () => {
    const labelled = (name: string, x: number, label: string): Element => ({ ...box(name, x, 0), label }) as Element;
    const board = { ...box('p', 900, 0), shape: 'plan-board' } as Element;
    const drawing = drawingOf([labelled('a', 0, '直'), labelled('b', 300, 'API'), labelled('c', 600, 'x'), board]);
    const isFresh = (): void => expect(visibleParts(drawing)).toEqual(visibleParts(drawingOf([...drawing.tab.elements()])));
    const first = drawing.update([{ id: idOf('c'), element: labelled('c', 600, 'する') }]);
    expect([...first].toSorted()).toEqual([idOf('a'), idOf('c'), idOf('p')].toSorted());
    expect(drawing.get(idOf('a'))?.draw().source).toContain('Atelier Japanese');
    isFresh();
    expect([...drawing.update([{ id: idOf('d'), element: labelled('d', 0, 'した') }])]).toEqual([idOf('d')]);
    drawing.update([{ id: idOf('c'), element: null }]);
    isFresh();
    expect(drawing.update([{ id: idOf('d'), element: null }]).has(idOf('a'))).toBe(true);
    expect(drawing.get(idOf('a'))?.draw().source).not.toContain('Atelier Japanese');
    isFresh();
  });

  test('the pieces in a rectangle are those that touch it now', () => {
    const drawing = drawingOf([box('a', 0, 0), box('b', 1_000, 0), arrow('e', 'a', 'b')]);
    const idsIn = (x: number): string[] =>
      [...drawing.piecesIn({ x, y: 0, width: 10, height: 10 })].map(({ id }) => id).toSorted();
    expect(idsIn(1_050)).toEqual([idOf('b')]);
    drawing.update([{ id: idOf('b'), element: box('b', 2_000, 0) }]);
    expect([idsIn(1_050), idsIn(2_050)]).toEqual([[], [idOf('b')]]);
    drawing.update([{ id: idOf('b'), element: null }]);
    expect([...drawing.pieces()].map(({ id }) => id).toSorted()).toEqual([idOf('a'), idOf('e')]);
    expect(idsIn(2_050)).toEqual([]);
  });
});
