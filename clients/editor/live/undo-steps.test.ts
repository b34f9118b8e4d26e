import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits, insertTab, removeTab } from '#schema/ydoc/write.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { UndoSteps } from './undo-steps.ts';

const tabId = 'tab_00000000000000000001';
const box = (name: string, more: object = {}) => ({ id: `${name}~00000000`, type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 9, height: 9, ...more }) as Element; // prettier-ignore

/** A document whose own writes are steps; `sent` are the updates as they leave, one for each flush. */
function stand() {
  const doc = new Y.Doc();
  insertTab(doc, { id: tabId, name: 'Tab', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
  const sent: Uint8Array[] = [];
  let waiting: Uint8Array[] = [];
  const flush = (): void => {
    if (waiting.length > 0) sent.push(Y.mergeUpdates(waiting));
    waiting = [];
  };
  const steps = new UndoSteps(doc, flush);
  doc.on('update', (update: Uint8Array) => void waiting.push(update));
  const elements = (): ReadonlyMap<string, Element> => readTab(doc, tabId)!.elements;
  const write = (edits: readonly Edit[], joins?: string): void =>
    steps.write(edits, (part) => applyEdits(doc, tabId, part), joins);
  const put = (element: Element, joins?: string): void =>
    write([{ id: element.id, before: elements().get(element.id) ?? null, after: element }], joins);
  const names = (): string[] => [...elements().keys()].map((id) => id.slice(0, id.indexOf('~'))).toSorted();
  return { doc, steps, sent, flush, write, put, names, elements };
}

describe('undo steps', () => {
  test('never undo the work of others and agents', () => {
    const { doc, steps, put, names, elements } = stand();
    put(box('mine'));
    applyEdits(doc, tabId, [{ id: box('theirs').id, before: null, after: box('theirs') }]);
    put(box('mine', { note: 'mine' }));
    const mine = elements().get(box('mine').id)!;
    applyEdits(doc, tabId, [{ id: mine.id, before: mine, after: { ...mine, label: 'theirs' } as Element }]);
    expect(steps.undo()).toBe(true);
    expect(elements().get(mine.id)).toMatchObject({ label: 'theirs' });
    expect(elements().get(mine.id)).not.toHaveProperty('note');
    expect([steps.undo(), names()]).toEqual([true, ['theirs']]);
    expect([steps.undo(), steps.canUndo, steps.canRedo]).toEqual([false, false, true]);
    expect([steps.redo(), steps.redo(), steps.redo(), names()]).toEqual([true, true, false, ['mine', 'theirs']]);
  });

  slowTest('with many or large elements are several updates, and one step', () => {
    const note = '漢'.repeat(19_000);
    for (const [count, more] of [
      [1_000, {}],
      [150, { note }],
    ] as const) {
      // prettier-ignore
      const { steps, sent, flush, write, put, names, elements } = stand();
      put(box('first'));
      flush();
      write(
        Array.from({ length: count }, (_, at) => box(`b${at}`, more)).map((after) => ({ id: after.id, before: null, after })),
      );
      const written = names();
      expect([written.length, sent.length > 2]).toEqual([count + 1, true]);
      write(Array.from(elements().values(), (before) => ({ id: before.id, before, after: null })));
      for (const [walk, left] of [
        ['undo', count + 1],
        ['undo', 1],
        ['redo', count + 1],
        ['redo', 0],
        ['undo', count + 1],
        ['undo', 1],
        ['undo', 0],
      ] as const) {
        // prettier-ignore
        expect([steps[walk](), names().length]).toEqual([true, left]);
      }
      flush();
      for (const update of sent) {
        expect(update.length).toBeLessThan(limits.frameBytes);
        expect(Y.decodeUpdate(update).structs.length).toBeLessThan(400 * 20);
      }
    }
  });
});

describe('an undo step without effect', () => {
  const thousand = Array.from({ length: 1_000 }, (_, at) => box(`b${at}`));
  const add = (elements: readonly Element[]): Edit[] => elements.map((after) => ({ id: after.id, before: null, after }));
  const remove = (elements: readonly Element[]): Edit[] => elements.map((before) => ({ id: before.id, before, after: null }));

  test('is skipped, and the one before it is undone as a whole', () => {
    const { doc, steps, write, put, names } = stand();
    put(box('first'));
    write(add(thousand));
    put(box('theirs'));
    applyEdits(doc, tabId, remove([box('theirs')]));
    expect([steps.undo(), names()]).toEqual([true, ['first']]);
    expect([steps.redo(), names().length]).toEqual([true, 1_001]);
    expect([steps.undo(), names()]).toEqual([true, ['first']]);
  });

  test('in part leaves the step before it as it is', () => {
    const { doc, steps, write, put, names } = stand();
    put(box('first'));
    write(add(thousand));
    applyEdits(doc, tabId, remove(thousand.slice(0, 900)));
    expect([steps.undo(), names()]).toEqual([true, ['first']]);
    expect([steps.undo(), names()]).toEqual([true, []]);
    expect([steps.redo(), names()]).toEqual([true, ['first']]);
    expect([steps.redo(), names().length]).toEqual([true, 101]);
  });

  test('is skipped when its tab is deleted, by undo and redo', () => {
    const { doc, steps, put, names } = stand();
    const other = 'tab_00000000000000000002';
    insertTab(doc, { id: other, name: 'Other', mode: 'canvas', theme: 'light', locked: false, order: 'a1', layers: [], pages: [] }); // prettier-ignore
    put(box('here'));
    steps.write(add([box('there')]), (part) => applyEdits(doc, other, part));
    steps.write(remove([box('there')]), (part) => applyEdits(doc, other, part));
    removeTab(doc, other);
    expect([steps.undo(), names()]).toEqual([true, []]);
    expect([steps.canUndo, steps.redo(), names(), steps.redo()]).toEqual([false, true, ['here'], false]);
    expect(readTab(doc, other)).toBeNull();
  });

  test('is dropped with the others when none has an effect, and listeners are notified', () => {
    const { doc, steps, put } = stand();
    put(box('theirs'));
    applyEdits(doc, tabId, remove([box('theirs')]));
    const told: boolean[] = [];
    steps.subscribe(() => told.push(steps.canUndo));
    expect([steps.canUndo, steps.undo(), steps.canUndo, steps.canRedo]).toEqual([true, false, false, false]);
    expect(told).toEqual([false]);
  });
});

describe('undo steps with one name', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('are one after a pause, too, if the last step is kept open under their name', () => {
    const { steps, put, names } = stand();
    put(box('first'), 'draw');
    vi.setSystemTime(1_090_000);
    steps.keepOpen('other');
    put(box('second'), 'draw');
    vi.setSystemTime(1_190_000);
    steps.keepOpen('draw');
    put(box('third'), 'draw');
    expect(names()).toEqual(['first', 'second', 'third']);
    steps.undo();
    expect(names()).toEqual(['first']);
    // After an undo nothing is open.
    steps.keepOpen('draw');
    put(box('fourth'), 'draw');
    steps.undo();
    expect(names()).toEqual(['first']);
  });

  test('are one within a second, but not after another step, a boundary or a pause', () => {
    const { steps, put, elements } = stand();
    const place = (): number => (elements().get(box('a').id) as Element & { x: number }).x;
    put(box('a'));
    const nudge = (x: number): void => put(box('a', { x }), 'nudge');
    for (const x of [1, 2, 3]) {
      nudge(x);
      vi.setSystemTime(Date.now() + 900);
    }
    steps.undo();
    expect(place()).toBe(0);
    nudge(1);
    put(box('b'));
    nudge(2);
    steps.boundary();
    nudge(3);
    vi.setSystemTime(Date.now() + 1_100);
    nudge(4);
    const seen = [];
    while (steps.canUndo && elements().has(box('a').id)) {
      seen.push(place());
      steps.undo();
    }
    expect(seen).toEqual([4, 3, 2, 1, 1, 0].slice(0, seen.length));
    expect(seen.length).toBe(6);
  });
});
