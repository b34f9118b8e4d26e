import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Box, Element, Shape } from '#schema/element.ts';
import type { PageChange } from '#schema/page.ts';
import { isProblem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { revertEdits } from '../history/revert.ts';
import { expectContentsInFront } from '../tab/hidden-contents.test-support.ts';
import { holdsPoint, overlaps, right } from '../tab/rect.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { drawnTab } from './drawn-tab.test-support.ts';
import { type IllustrationPlan, planIllustration } from './plan-illustration.ts';
import { pageGap } from './page-row.ts';

let suffixes = 0;
const count = (): string => (suffixes++).toString(36);
const context = {
  newSuffix: () => count().padStart(8, '0'),
  newPageId: () => `page_${count().padStart(20, '0')}`,
  image: () => null,
};
const plan = (tab: TabIndex, pages: readonly PageChange[]) => planIllustration(tab, { pages }, context);

/** The tab after the plan. */
function after(tab: TabIndex, { edits, change, pages }: IllustrationPlan): TabIndex {
  const elements = new Map([...tab.elements()].map((element) => [element.id, element]));
  for (const edit of edits) {
    if (edit.after === null) elements.delete(edit.id);
    else elements.set(edit.id, edit.after);
  }
  return drawnTab([...elements.values()], pages, { mode: change.mode?.after ?? tab.settings.mode });
}

const box = (id: number, x: number, y: number): Element => ({ id: `b${id}~00000000`, type: 'shape', shape: 'square', x, y, width: 100, height: 60, z: 'a0' }); // prettier-ignore
/** Every third one a frame. */
const boxOrFrame = (id: number, x: number, y: number): Element => {
  const z = `a${((id * 5) % 14).toString(36)}`;
  const { shape: _shape, ...rest } = box(id, x, y) as Shape;
  return id % 3 === 0 ? { ...rest, type: 'frame', width: 320, height: 220, z } : { ...box(id, x, y), z };
};
const boxesOf = (tab: TabIndex): Map<string, Box> => new Map([...tab.boxes()].map((one) => [one.id, one]));
const pageOf = (pages: readonly Page[], { x, y, width, height }: Box): Page | undefined =>
  pages.find(({ rect }) => holdsPoint(rect, x + width / 2, y + height / 2));
/** Elements by id, whatever their order. */
const contents = (tab: TabIndex): unknown => Object.fromEntries([...tab.elements()].map((each) => [each.id, each]));

const place = fc.integer({ min: 1, max: 5 });
const changes: fc.Arbitrary<PageChange> = fc.oneof(
  fc.record({ op: fc.constant('add' as const), kind: fc.constantFrom('slide', 'infographic', 'logo'), at: place }),
  fc.record({ op: fc.constant('set' as const), page: place, orientation: fc.constantFrom('landscape', 'portrait') }),
  fc.record({
    op: fc.constant('layout' as const),
    page: place,
    layout: fc.constantFrom('title', 'two-columns', 'grid', 'blank'),
  }),
  fc.record({ op: fc.constant('move' as const), page: place, at: place }),
  fc.record({ op: fc.constant('duplicate' as const), page: place }),
  fc.record({ op: fc.constant('delete' as const), page: place }),
);

describe('pages', () => {
  test('[RV10] any changes leave a row of pages with their contents in place and everything else unchanged, and reverting them restores the tab', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_600 }), fc.integer({ min: -300, max: 900 })), { maxLength: 14 });
    fc.assert(
      fc.property(points, fc.array(fc.array(changes, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }), (at, calls) => {
        let tab = drawnTab([]);
        const first = plan(tab, [{ op: 'add', kind: 'slide' }, { op: 'add', kind: 'logo' }, { op: 'add', kind: 'slide' }]);
        if (isProblem(first)) throw new Error(first.code);
        tab = after(drawnTab([]), first);
        tab = drawnTab(at.map(([x, y], index) => boxOrFrame(index, x, y)), tab.settings.pages, { mode: 'pages' });
        for (const call of calls) {
          const planned = plan(tab, call);
          if (isProblem(planned)) {
            expect(['page_not_found', 'too_large']).toContain(planned.code);
            continue;
          }
          const next = after(tab, planned);
          inARow(next);
          keptInPlace(tab, next, call);
          expectContentsInFront(tab, next);
          const back = revertEdits(next, planned.edits, planned.change);
          if (isProblem(back)) throw new Error(back.code);
          expect(back.kept).toEqual([]);
          const reverted = after(next, { ...planned, edits: back.edits, pages: back.change?.pages?.after ?? planned.pages });
          expect(jsonEqual(reverted.settings.pages, tab.settings.pages)).toBe(true);
          expect(contents(reverted)).toEqual(contents(tab));
          tab = next;
        }
      }),
      fuzz(150),
    );
  }); // prettier-ignore

  slowTest('a locked element stays, and a row of a hundred pages is planned quickly', () => {
    const pages = Array.from({ length: 100 }, (): PageChange => ({ op: 'add', kind: 'slide' }));
    let tab = drawnTab([]);
    for (let at = 0; at < 100; at += 50) {
      const planned = plan(tab, pages.slice(at, at + 50));
      if (isProblem(planned)) throw new Error(planned.code);
      tab = after(tab, planned);
    }
    const full = drawnTab(Array.from({ length: 9_000 }, (_, index) => box(index, (index % 900) * 150, Math.floor(index / 900) * 70)), tab.settings.pages); // prettier-ignore
    const startedAt = threadMs();
    const planned = plan(
      full,
      Array.from({ length: 50 }, () => ({ op: 'move', page: 1, at: 100 })),
    );
    expect(isProblem(planned)).toBe(false);
    expect(threadMs() - startedAt).toBeLessThan(4_000);
    const locked = drawnTab([{ ...box(1, 100, 100), locked: true } as Element], tab.settings.pages);
    const refused = plan(locked, [{ op: 'delete', page: 1 }]);
    expect(isProblem(refused) && refused.code).toBe('element_locked');
  });
});

/** The pages are in a row, and cover no element that belongs to none. */
function inARow(tab: TabIndex): void {
  const { pages } = tab.settings;
  expect(pages.map((page) => page.place)).toEqual(pages.map((_, index) => index + 1));
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
  pages.slice(1).forEach(({ rect }, index) => {
    expect(rect.x).toBeGreaterThanOrEqual(right(pages[index]!.rect) + pageGap);
    expect(rect.y).toBe(pages[0]!.rect.y);
    expect(overlaps(rect, pages[index]!.rect)).toBe(false);
  });
}

/** Contents keep their places on their pages, except those that a call arranges. */
function keptInPlace(before: TabIndex, now: TabIndex, call: readonly PageChange[]): void {
  const pages = new Map(now.settings.pages.map((page) => [page.id, page]));
  const isArranged = call.some(({ op }) => op === 'layout' || op === 'set');
  const boxes = boxesOf(now);
  for (const was of boxesOf(before).values()) {
    const home = pageOf(before.settings.pages, was);
    const is = boxes.get(was.id);
    if (home === undefined) expect(is).toEqual(was);
    else if (!pages.has(home.id)) expect(is).toBeUndefined();
    else if (!isArranged) {
      const rect = pages.get(home.id)!.rect;
      expect([is!.x - rect.x, is!.y - rect.y]).toEqual([was.x - home.rect.x, was.y - home.rect.y]);
    } else expect(pageOf(now.settings.pages, is!)?.id).toBe(home.id);
  }
}
