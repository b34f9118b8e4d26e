import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { anyDrawing, anyElement, arrow, box, idOf, tabOf } from '../arrows/drawing.test-support.ts';
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
      { numRuns: 400 },
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
});
