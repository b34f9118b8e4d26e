import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { anyDrawing, anyElement, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { Draft } from '../tab/draft.ts';
import type { TabIndex } from '../tab/tab-index.ts';
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
const anyStep = fc.record({ batch: anyBatch, kind: fc.constantFrom('applied', 'dry run', 'editor') });

describe('incremental', () => {
  test('[C1] [C2] over random edits, drafts and dry runs the lint is that of the whole tab', () => {
    fc.assert(
      fc.property(anyDrawing, fc.array(anyStep, { maxLength: 12 }), (elements, steps) => {
        const tab: TabIndex = tabOf(elements);
        const cache = new LintCache();
        expect(cache.lint(tab)).toEqual(lint(tab));
        for (const { batch, kind } of steps) {
          if (kind === 'editor') {
            tab.update(batch);
            cache.note(batch.map(({ id }) => id));
            continue;
          }
          const draft = new Draft(tab);
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
      { numRuns: 200 },
    );
  });

  test('[C1] crossings come back when the tab falls to 300 arrows again', () => {
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

  test('[C1] arrows make room for one that comes between the same boxes, and members follow a frame that comes around theirs', () => {
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

  test('[C1] boxes that come to lie in one place overlap', () => {
    expectSame([box('a', 0, 0), box('b', 300, 0), arrow('e', 'a', 'b')], [box('b', 0, 0)]);
    expectSame([box('a', 0, 0), box('b', 0, 0), arrow('e', 'a', 'b')], [box('b', 10, 10, 20, 20)]);
  });
});

/** Lints a tab, changes it and expects the cache to say of it what a lint of the whole says, which is not what it said before. */
function expectSame(elements: readonly Element[], changes: readonly Element[]): void {
  const tab = tabOf(elements);
  const cache = new LintCache();
  const before = cache.lint(tab);
  tab.update(changes.map((element) => ({ id: element.id, element })));
  cache.note(changes.map(({ id }) => id));
  expect(cache.lint(tab)).toEqual(lint(tab));
  expect(cache.lint(tab)).not.toEqual(before);
}
