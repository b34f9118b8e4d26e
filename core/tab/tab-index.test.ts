import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { isArrow, isBox } from '#schema/element.ts';
import { reservedWords, slugOf } from '#schema/ids.ts';
import type { Rect } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { emptyState, tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from './arbitrary-tab.test-support.ts';
import { TabDraft } from './tab-draft.ts';
import { foldCase } from './fold.ts';
import { pinsOf, TabIndex } from './tab-index.ts';
import type { TabView } from './view.ts';

const ids = (elements: Iterable<Element>): string[] => Array.from(elements, ({ id }) => id).toSorted();
const rects: readonly Rect[] = [
  { x: -500, y: -500, width: 1_000, height: 1_000 },
  { x: 0, y: 0, width: 0, height: 0 },
  { x: 25, y: -100, width: 60, height: 300 },
];

/** Compares every look-up of the view with a slow loop over the elements. */
function expectAnswersOf(view: TabView, elements: readonly Element[]): void {
  const boxes = elements.filter(isBox);
  const arrows = elements.filter(isArrow);
  const all = elements.map(({ id }) => id).toSorted();
  expect(view.size).toBe(elements.length);
  expect(ids(view.elements())).toEqual(all);
  expect(ids(view.boxes())).toEqual(ids(boxes));
  expect(ids(view.arrows())).toEqual(ids(arrows));
  for (const element of elements) expect(view.get(element.id)).toEqual(element);
  for (const rect of rects) {
    const touching = boxes.filter(
      (box) =>
        box.x <= rect.x + rect.width &&
        rect.x <= box.x + box.width &&
        box.y <= rect.y + rect.height &&
        rect.y <= box.y + box.height,
    );
    expect(ids(view.boxesIn(rect))).toEqual(ids(touching));
  }
  expect(view.bounds()).toEqual(boundsOf(boxes));
  for (const id of [...all, 'gone~00000000']) {
    expect(ids(view.arrowsAt(id))).toEqual(ids(arrows.filter((arrow) => pinsOf(arrow).includes(id))));
  }
  for (const slug of new Set([...all.map(slugOf), 'none'])) {
    expect(view.idsOfSlug(slug)).toEqual(all.filter((id) => slugOf(id) === slug));
  }
  for (const prefix of ['a', 'ab', 'api', 'api~', 'b', 'zz', '']) {
    for (const limit of [1, 3, 100])
      expect(view.idsWithPrefix(prefix, limit)).toEqual(all.filter((id) => id.startsWith(prefix)).slice(0, limit));
  }
  for (const label of ['API', 'orders db', 'A', 'nothing']) {
    expect(view.idsOfLabel(label)).toEqual(
      ids(elements.filter((element) => element.label !== undefined && foldCase(element.label) === foldCase(label))),
    );
  }
  for (const id of all) {
    expect(view.neighbours(id)).toEqual([all[all.indexOf(id) - 1], all[all.indexOf(id) + 1]]);
    expect(view.refOf(id)).toBe(slowRef(id, all));
  }
  const keys = [...new Set(elements.map(({ z }) => z))].toSorted();
  for (const z of [null, 'a1', 'a0', 'zzz', '0', ...keys]) {
    expect(view.keyBelow(z)).toBe(keys.findLast((key) => z === null || key < z) ?? null);
    expect(view.keyAbove(z)).toBe(keys.find((key) => z === null || key > z) ?? null);
    expect([...view.idsAtKey(z ?? '')]).toEqual(ids(elements.filter((element) => element.z === z)));
  }
}

function boundsOf(boxes: readonly Rect[]): Rect | null {
  if (boxes.length === 0) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  return { x, y, width, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

function slowRef(id: string, all: readonly string[]): string {
  const slug = slugOf(id);
  if (!reservedWords.has(slug) && all.every((other) => other === id || slugOf(other) !== slug)) return slug;
  for (let length = slug.length + 2; ; length += 1) {
    const prefix = id.slice(0, length);
    if (all.every((other) => other === id || !other.startsWith(prefix))) return prefix;
  }
}

/** Random changes: an element of another tab, or none, for each of its ids. */
const changes = fc.array(
  fc.record({ tab: anyTab({ boxes: 6, arrows: 4 }), remove: fc.array(fc.nat({ max: 20 }), { maxLength: 6 }) }),
  { maxLength: 3 },
);

describe('tab-index', () => {
  test('a tab index answers as loops over the elements do, after any updates', () => {
    fc.assert(
      fc.property(anyTab(), changes, fc.boolean(), (state, steps, askedFirst) => {
        const index = TabIndex.of(state);
        const elements = new Map(state.elements);
        if (askedFirst) expectAnswersOf(index, [...elements.values()]);
        for (const { tab, remove } of steps) {
          const present = [...elements.keys()];
          const gone = remove.map((at) => present[at % Math.max(1, present.length)]).filter((id) => id !== undefined);
          index.update([
            ...tab.elements.values().map((element) => ({ id: element.id, element })),
            ...gone.map((id) => ({ id, element: null })),
          ]);
          for (const element of tab.elements.values()) elements.set(element.id, element);
          for (const id of gone) elements.delete(id);
        }
        expectAnswersOf(index, [...elements.values()]);
      }),
      fuzz(150),
    );
  });

  test('a tab index takes new settings', () => {
    const index = TabIndex.of(emptyState);
    index.setSettings({ ...index.settings, name: 'Other', locked: true });
    expect(index.settings.name).toBe('Other');
    expect(index.settings.locked).toBe(true);
  });

  test('a tab index loads ten thousand elements and updates one of them without a scan', () => {
    const boxes = Array.from({ length: 10_000 }, (_, n): Element => ({
      id: `box-${n}~00000000`, type: 'shape', shape: 'square', z: 'a0', x: (n % 100) * 200, y: Math.floor(n / 100) * 120, width: 160, height: 80,
    })); // prettier-ignore
    const index = tabWith(boxes);
    expect([...index.boxesIn({ x: 0, y: 0, width: 100, height: 10 })]).toHaveLength(1);
    const moved = { ...boxes[0]!, x: 50_000 } as Element;
    index.update([{ id: moved.id, element: moved }]);
    expect([...index.boxesIn({ x: 0, y: 0, width: 100, height: 10 })]).toHaveLength(0);
    expect(index.bounds()?.width).toBe(50_160);
  });
});

describe('draft', () => {
  test('a draft answers as loops over the elements do, after any changes', () => {
    fc.assert(
      fc.property(anyTab(), changes, (state, steps) => {
        const draft = new TabDraft(TabIndex.of(state));
        const elements = new Map(state.elements);
        for (const { tab, remove } of steps) {
          const present = [...elements.keys()];
          for (const element of tab.elements.values()) {
            draft.put(element);
            elements.set(element.id, element);
          }
          for (const at of remove) {
            const id = present[at % Math.max(1, present.length)];
            if (id === undefined) continue;
            draft.remove(id);
            elements.delete(id);
          }
          expectAnswersOf(draft, [...elements.values()]);
        }
      }),
      fuzz(150),
    );
  });

  test('the edits of a draft are the net difference, in the order of the first touch', () => {
    fc.assert(
      fc.property(anyTab(), changes, (state, steps) => {
        const draft = new TabDraft(TabIndex.of(state));
        const touched: string[] = [];
        for (const { tab, remove } of steps) {
          for (const element of tab.elements.values()) {
            draft.put(element);
            touched.push(element.id);
          }
          for (const at of remove) {
            const id = [...state.elements.keys()][at];
            if (id !== undefined && draft.get(id) !== undefined) {
              draft.remove(id);
              touched.push(id);
            }
          }
        }
        const edits = draft.edits();
        const ordered = [...new Set(touched)].filter((id) => edits.some((edit) => edit.id === id));
        expect(edits.map(({ id }) => id)).toEqual(ordered);
        const result = TabIndex.of(state);
        result.update(edits.map(({ id, after }) => ({ id, element: after })));
        expect(new Map(Array.from(result.elements(), (element) => [element.id, element]))).toEqual(
          new Map(Array.from(draft.elements(), (element) => [element.id, element])),
        );
        for (const { id, before, after } of edits) {
          expect(before).toEqual(state.elements.get(id) ?? null);
          expect(after).not.toEqual(before);
        }
      }),
      fuzz(),
    );
  });

  test('an element that returned to its original value leaves no edit', () => {
    const tab = tabWith([{ id: 'a~00000000', type: 'text', z: 'a0', x: 0, y: 0, width: 10, height: 10, label: 'A' }]);
    const draft = new TabDraft(tab);
    const element = tab.get('a~00000000')!;
    draft.put({ ...element, label: 'B' });
    draft.put({ ...element });
    expect(draft.edits()).toEqual([]);
    draft.remove(element.id);
    draft.put({ ...element });
    expect(draft.edits()).toEqual([]);
    expect(draft.size).toBe(1);
  });
});
