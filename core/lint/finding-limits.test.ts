/** Remembered findings of drawings near the limits of a tab, and of what lint checks. */
import { describe, expect, test } from 'vitest';

import type { Element, Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { arrow, box, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { LintDrawing } from './drawing.ts';
import { FindingMemory } from './finding-memory.ts';
import { Footprint } from './footprint.ts';
import { LintCache } from './incremental.ts';
import { lint, Listing } from './lint.ts';

describe('remembered findings near limits', () => {
  test('[LT15] a fix that merges with another arrow is suggested while merges are not checked', () => {
    // An arrow from c to b runs along g.
    const here = [
      box('a', 0, 0),
      box('b', 0, 140),
      box('c', 300, 140),
      arrow('e', 'a', 'b'),
      arrow('g', { x: 110, y: 170 }, { x: 290, y: 170 }),
    ];
    const tab = tabOf([...here, ...zigzags(99)]);
    const cache = new LintCache();
    const seen = [null, zigzag(99), null, zigzag(99)].map((one) => {
      change(tab, cache, one ?? idOf('z99'));
      const found = cache.lint(tab);
      expect(found).toEqual(lint(tab));
      return found.findings.find(({ code }) => code === 'node-isolated')?.fix;
    });
    expect(seen).toEqual(['connect c -> a', 'connect c -> b', 'connect c -> a', 'connect c -> b']);
  });

  test('[LT6] a fix that adds an arrow is suggested while the tab has room for it', () => {
    const here = [box('a', 0, 0), box('b', 0, 140), arrow('e', 'a', 'b'), box('c', 300, 140)];
    const text = (index: number): Element => ({ type: 'text', id: idOf(`t${index}`), x: index * 50, y: 9_000, width: 40, height: 20, z: 'a', label: 'x' }); // prettier-ignore
    const tab = tabOf([...here, ...Array.from({ length: limits.elementsPerTab - 5 }, (_, index) => text(index))]);
    const cache = new LintCache();
    const last = text(limits.elementsPerTab);
    const seen = [null, last, null, last].map((one) => {
      change(tab, cache, one ?? last.id);
      const found = cache.lint(tab);
      expect(found).toEqual(lint(tab));
      return found.findings.find(({ code }) => code === 'node-isolated')?.fix;
    });
    expect(seen).toEqual(['connect c -> b', 'clear a way from c and connect it', 'connect c -> b', 'clear a way from c and connect it']); // prettier-ignore
  });

  slowTest('a finding is kept through changes elsewhere in a drawing with many parts of lines', () => {
    const here = [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), arrow('e', 'a', 'c'), arrow('f', 'a', 'b')];
    for (const count of [60, 99, 101]) {
      const tab = tabOf([...here, ...zigzags(count)]);
      const [drawing, memory, footprint] = [LintDrawing.of(tab), new FindingMemory(), new Footprint()];
      const [before] = new Listing(drawing, tab, memory).lint.findings;
      tab.update([{ id: idOf('z0'), element: null }]);
      drawing.update(tab, [idOf('z0')], footprint);
      memory.forget(footprint);
      const kept = memory.get(`arrow-behind-box ${idOf('e')}`);
      expect(kept?.finding).toEqual(before);
      expect(new Listing(drawing, tab, memory).lint.findings[0]).toBe(before);
    }
  });
});

/** Arrows of 200 parts each, far below the rest of the drawing. A hundred of them have as many parts as merges are checked among. */
const zigzags = (count: number): Element[] => Array.from({ length: count }, (_, index) => zigzag(index));

function zigzag(index: number): Element {
  const y = 20_000 + index * 30;
  const points = Array.from({ length: 199 }, (_, bend): Point => [(bend + 1) * 10, y + (bend % 2) * 5]);
  return arrow(`z${index}`, { x: 0, y }, { x: 2_000, y }, { points });
}

function change(tab: TabIndex, cache: LintCache, one: Element | string): void {
  const change = typeof one === 'string' ? { id: one, element: null } : { id: one.id, element: one };
  tab.update([change]);
  cache.note([change.id]);
}
