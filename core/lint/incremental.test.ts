import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyDrawing, anyElement, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { LintDrawing } from './drawing.ts';
import { LintCache } from './incremental.ts';
import { lint } from './lint.ts';

/** A batch of changes: elements put, and ids removed. */
const anyBatch = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyElement.map((element) => ({ id: element.id, element })) },
    { weight: 1, arbitrary: anyElement.map(({ id }): { id: string; element: Element | null } => ({ id, element: null })) },
  ),
  { minLength: 1, maxLength: 6 },
);
const anyStep = fc.record({ batch: anyBatch, kind: fc.constantFrom('applied', 'dry run', 'editor', 'advanced') });

describe('incremental', () => {
  slowTest('[LT3] after random edits, drafts and dry runs the lint is that of the whole tab', () => {
    fc.assert(
      fc.property(anyDrawing, fc.array(anyStep, { maxLength: 12 }), (elements, steps) => {
        const tab: TabIndex = tabOf(elements);
        const cache = new LintCache();
        expect(cache.lint(tab)).toEqual(lint(tab));
        for (const { batch, kind } of steps) {
          if (kind === 'editor' || kind === 'advanced') {
            tab.update(batch);
            cache.note(batch.map(({ id }) => id));
            if (kind === 'advanced') cache.advance(tab, 2);
            continue;
          }
          const draft = new TabDraft(tab);
          for (const { id, element } of batch) {
            if (element === null) draft.remove(id);
            else draft.put(element);
          }
          const edits = draft.edits();
          expect(cache.lint(draft, edits.map(({ id }) => id))).toEqual(lint(draft)); // prettier-ignore
          if (kind === 'dry run') continue;
          tab.update(edits.map(({ id, after }) => ({ id, element: after })));
          cache.note(edits.map(({ id }) => id));
        }
        expect(cache.lint(tab)).toEqual(lint(tab));
      }),
      fuzz(200),
    );
  });

  test('[LT3] a moved box, and an added or removed arrow, re-route other lines that bend', () => {
    const cell = fc.integer({ min: 0, max: 5 });
    const any = fc.record({
      at: fc.tuple(cell, cell),
      from: fc.nat(5),
      to: fc.nat(5),
      line: fc.constantFrom('angled', 'curved'),
    });
    const put = ({ at, from, to, line }: { at: [number, number]; from: number; to: number; line: string }): Element[] => [
      box(`b${from}`, at[0] * 170, at[1] * 130),
      arrow(`e${from}${to}`, `b${from}`, `b${to}`, { line: line as 'angled' }),
    ];
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 20 }),
        fc.array(any, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (first, steps, crowd) => {
          // As many arrows as are bundled at a box, so that one more or less changes it.
          const many = crowd ? Array.from({ length: 10 }, (_, index) => arrow(`f${index}`, 'b0', `b${1 + (index % 5)}`, { line: 'angled' })) : []; // prettier-ignore
          const tab = tabOf([...first.flatMap(put), ...many]);
          const drawing = LintDrawing.of(tab);
          for (const [index, step] of steps.entries()) {
            const changes = put(step).map((element) => ({
              id: element.id,
              element: index % 3 === 2 && element.type === 'arrow' ? null : element,
            }));
            tab.update(changes);
            drawing.update(tab, changes.map(({ id }) => id)); // prettier-ignore
            const whole = LintDrawing.of(tab);
            for (const { id } of tab.arrows()) expect(drawing.lines.get(id)?.points).toEqual(whole.lines.get(id)?.points);
          }
        },
      ),
      fuzz(300),
    );
  });

  test('[LT3] [LT13] crossings are counted again when the tab has 300 arrows again', () => {
    const boxes = [box('a', 0, 0), box('b', 200, 0), box('c', 0, 200), box('d', 200, 200)];
    const arrows = Array.from({ length: 301 }, (_, index) =>
      arrow(`e${index}`, index % 2 === 0 ? 'a' : 'c', index % 2 === 0 ? 'd' : 'b'),
    );
    const tab = tabOf([...boxes, ...arrows]);
    const cache = new LintCache();
    expect(cache.lint(tab).summary.crossings).toBeNull();
    tab.update([{ id: idOf('e0'), element: null }]);
    cache.note([idOf('e0')]);
    expect(cache.lint(tab).summary.crossings).toBe(lint(tab).summary.crossings);
    expect(cache.lint(tab).summary.crossings).toBe(150 * 150);
  });

  test('[LT3] arrows make room for another between the same boxes, and boxes become members of a frame that is added around them', () => {
    const rows = [box('a', 0, 0), box('b', 300, 0), box('m', 150, 16, 20, 8), arrow('e1', 'a', 'b')];
    expectSame(rows, [arrow('e2', 'b', 'a')]);
    expectSame([...rows, arrow('e2', 'b', 'a')], [{ ...arrow('e2', 'b', 'a'), to: { x: 0, y: 300 } }]);
    const inner = [
      frame('inner', 100, 100, 400, 300),
      box('a', 120, 150),
      box('b', 300, 150),
      box('c', 700, 150),
      box('d', 1_200, 150),
    ];
    const arrows = [arrow('e1', 'a', 'c'), arrow('e2', 'b', 'd'), arrow('e3', 'a', 'b'), arrow('e4', 'c', 'd')];
    expectSame([...inner, ...arrows], [frame('outer', 0, 0, 900, 600)]);
    expectSame([frame('outer', 0, 0, 900, 600), ...inner, ...arrows], [frame('outer', 0, 0, 1_500, 600)]);
    const twins = [frame('f', 20, 40, 200, 200), frame('g', 320, 40, 200, 200), box('a', 50, 80), box('b', 350, 80)];
    expectSame(
      [...twins, arrow('e', 'a', 'b')],
      [frame('outer', 0, 0, 600, 300), box('a', 60, 80, 100, 60, { fill: '#123456' })],
    );
    expectSame([...twins, arrow('e', 'a', 'b')], [frame('outer', 0, 0, 600, 300), { ...box('x', 0, 900), fill: '#123456' }]);
  });

  test('[LT3] boxes that are moved to the same place overlap', () => {
    expectSame([box('a', 0, 0), box('b', 300, 0), arrow('e', 'a', 'b')], [box('b', 0, 0)]);
    expectSame([box('a', 0, 0), box('b', 0, 0), arrow('e', 'a', 'b')], [box('b', 10, 10, 20, 20)]);
  });
});

/** Lints a tab, changes it, and expects the cache to return the lint of the whole tab, which must differ from the one before. */
function expectSame(elements: readonly Element[], changes: readonly Element[]): void {
  const tab = tabOf(elements);
  const cache = new LintCache();
  const before = cache.lint(tab);
  tab.update(changes.map((element) => ({ id: element.id, element })));
  cache.note(changes.map(({ id }) => id));
  expect(cache.lint(tab)).toEqual(lint(tab));
  expect(cache.lint(tab)).not.toEqual(before);
}
