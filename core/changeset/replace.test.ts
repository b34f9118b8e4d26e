import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, isBox } from '#schema/element.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { apply, contextFor, drawn, emptyState, named, tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { parseOperations } from './parse.ts';
import type { ChangesetPlan, PlanRefusal } from './plan.ts';
import { planReplacement } from './replace.ts';

const { flow } = await GraphvizEngine.load();

function replacement(tab: TabIndex, operations: string | readonly unknown[], context = {}): ChangesetPlan | PlanRefusal {
  const parsed = parseOperations(operations);
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  return planReplacement(tab, parsed.operations, contextFor({ flow, ...context }, tab.size + 500));
}

function replaced(tab: TabIndex, operations: string | readonly unknown[]): ChangesetPlan {
  const plan = replacement(tab, operations);
  if ('errors' in plan) throw new Error(JSON.stringify(plan.errors));
  return plan;
}

const linesOf = (plan: ChangesetPlan): string[] => plan.results.map(({ line }) => line);
const at = (tab: TabIndex, slug: string): number[] => [named<Box>(tab, slug).x, named<Box>(tab, slug).y];

const drawing = `
  add square id=a label=A at:0,0
  add square id=b label=B at:300,0
  add sticky id=n label=Note at:600,0
  connect a -> b id=ab`;

describe('replace', () => {
  test('a replaced tab contains exactly the result of the operations, which do not see its former elements', () => {
    const tab = drawn(drawing);
    const plan = replaced(tab, 'add square id=c at:5,5');
    expect(linesOf(plan)).toEqual([
      '+ c square at 5,5 160×80',
      '- ab arrow a -> b',
      '- a square "A"',
      '- b square "B"',
      '- n sticky "Note"',
    ]);
    expect(plan.counts).toEqual({ added: 1, changed: 0, removed: 4 });
    expect(replacement(tab, 'add square id=c right-of:a')).toMatchObject({
      errors: [{ code: 'target_not_found', operation: 0 }],
    });
    expect(replaced(tab, '').counts).toEqual({ added: 0, changed: 0, removed: 4 });
  });

  test('an element with an existing slug keeps its id, whether added by name, by slug or by full id', () => {
    const tab = drawn(drawing);
    const [a, ab] = [named(tab, 'a').id, named(tab, 'ab').id];
    const edits = replaced(tab, [
      { op: 'add', kind: 'circle', id: 'a', place: { rel: 'at', x: 0, y: 0 } },
      { op: 'add', element: { id: 'b~zzzzzzzz', type: 'shape', shape: 'square', x: 300, y: 0, width: 10, height: 10 } },
      { op: 'connect', from: 'a', to: 'b', id: 'ab', fields: { label: 'new' } },
    ]).edits;
    expect(edits.filter(({ after }) => after !== null).map(({ id }) => id)).toEqual([a, named(tab, 'b').id, ab]);
  });

  test('a box does not take the id of an arrow', () => {
    const tab = drawn(drawing);
    const [edit] = replaced(tab, 'add square id=ab at:0,0').edits;
    expect(edit?.before).toBeNull();
    expect(edit?.id).not.toBe(named(tab, 'ab').id);
  });

  test('boxes without a placement are laid out along their arrows, with frames around their members', () => {
    const tab = tabWith([]);
    apply(
      tab,
      replaced(tab, 'add square id=a\nadd square id=b\nadd square id=c\nconnect a -> b\nconnect b -> c\nwrap b c in frame id=f')
        .edits,
    );
    const [a, b, c, f] = ['a', 'b', 'c', 'f'].map((slug) => named<Box>(tab, slug)) as [Box, Box, Box, Box];
    expect(a.y + a.height < f.y && f.y < b.y && b.y + b.height < c.y && c.y + c.height < f.y + f.height).toBe(true);
    expect(tab.bounds()).toMatchObject({ x: 0, y: 0 });
  });

  test('a box with a placement stays there, and nothing is laid out on it', () => {
    const tab = tabWith([]);
    apply(
      tab,
      replaced(tab, 'add square id=p at:0,150\nadd square id=q right-of:p\nadd square id=a\nadd square id=b\nconnect a -> b')
        .edits,
    );
    expect([at(tab, 'p'), at(tab, 'q')]).toEqual([[0, 150], [200, 150]]); // prettier-ignore
    expect(named<Box>(tab, 'b').y).toBeGreaterThan(named<Box>(tab, 'a').y);
    const moved = tabWith([]);
    apply(moved, replaced(moved, 'add square id=a\nadd square id=b\nadd square id=c\nmove a at:900,900\nset b x=0 y=500').edits);
    expect([at(moved, 'a'), at(moved, 'b')]).toEqual([[900, 900], [0, 500]]); // prettier-ignore
  });

  test('without a flow engine a large drawing says that it needs one, and a small one needs none', () => {
    const large = Array.from({ length: 100 }, (_, index) => `add square id=n${index}`);
    const arrows = large.slice(1).map((_, index) => `connect n${index} -> n${index + 1}`);
    expect(replacement(tabWith([]), [...large, ...arrows].join('\n'), { flow: undefined })).toMatchObject({ needsWorker: true });
    expect(replacement(tabWith([]), 'add square id=a\nadd square id=b\nconnect a -> b', { flow: undefined })).toMatchObject({
      counts: { added: 3 },
    });
  });

  test('results and counts of a replacement are the net difference', () => {
    const tab = drawn(drawing);
    const plan = replaced(tab, drawing.replace('label=B', 'label=Bee').replace('at:600,0', 'at:600,10'));
    expect(linesOf(plan)).toEqual(['~ b label "B"→"Bee"', '~ n y 0→10']);
    expect(plan.counts).toEqual({ added: 0, changed: 2, removed: 0 });
    expect(linesOf(replaced(tab, drawing))).toEqual([]);
    expect(linesOf(replaced(tab, drawing.replace('square id=a', 'sqare id=a'))).at(-1)).toContain('! shape_coerced a');
  });

  test('stacking keys stay where the order is unchanged', () => {
    const tab = drawn(
      drawing,
      'add square id=extra at:0,500',
      'rm a',
      'rm extra',
      'add square id=front at:0,900\nadd square id=top at:300,900',
    );
    const again =
      'add square id=b label=B at:300,0\nadd sticky id=n label=Note at:600,0\nadd square id=new at:0,0\nadd square id=top at:300,900\nadd square id=front at:0,900';
    const plan = replaced(tab, again);
    expect(plan.counts).toEqual({ added: 1, changed: 1, removed: 0 });
    const z = (slug: string) => [...plan.tab.elements()].find(({ id }) => id.startsWith(`${slug}~`))!.z;
    const order = ['b', 'n', 'new', 'top', 'front'].map(z);
    expect(order).toEqual(order.toSorted());
  });

  test('a locked tab, and a locked element that would change or be removed, refuse a replacement', () => {
    const tab = drawn(drawing);
    tab.setSettings({ ...tab.settings, locked: true });
    expect(replacement(tab, '')).toMatchObject({ errors: [{ code: 'element_locked' }] });
    const locked = drawn(drawing, 'set b locked=true');
    expect(replacement(locked, 'add square id=a at:0,0')).toMatchObject({
      errors: [{ code: 'element_locked', elements: ['b'] }],
    });
    expect(replaced(locked, drawing.replace('label=B', 'label=B locked=true').replace('Note', 'Other')).counts.changed).toBe(1);
  });

  test('every changed or removed element is a target of a replacement', () => {
    const tab = drawn(drawing);
    expect(replaced(tab, drawing.replace('label=B', 'label=Bee').replace(/add sticky.*\n/, '')).targets).toEqual(
      ['b', 'n'].map((slug) => named(tab, slug).id),
    );
  });

  test('on any tab, the edits of a replacement lead to the result of the operations alone', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const tab = TabIndex.of(state);
        const plan = replaced(tab, drawing);
        apply(tab, plan.edits);
        expect(tab.size).toBe(4);
        const ab = named<Arrow>(tab, 'ab');
        expect([ab.from, ab.to]).toEqual([{ element: named(tab, 'a').id }, { element: named(tab, 'b').id }]);
        const boxes = [...tab.elements()].filter(isBox).map(({ x, y }) => `${x},${y}`);
        expect(new Set(boxes)).toEqual(new Set(['0,0', '300,0', '600,0']));
        const again = replaced(tab, drawing);
        expect(again.edits).toEqual([]);
        tab.update(plan.edits.map(({ id, before }) => ({ id, element: before })));
        expect(new Map(Array.from(tab.elements(), (element) => [element.id, element]))).toEqual(state.elements);
      }),
      fuzz(200),
    );
  });

  test('a replacement does not depend on the tab’s former elements', () => {
    const text = 'add square id=a\nadd square id=b\nconnect a -> b';
    const first = replaced(TabIndex.of(emptyState), text);
    const second = replaced(drawn(drawing), text);
    const places = (plan: ChangesetPlan) => Array.from(plan.tab.boxes(), ({ x, y }) => [x, y]);
    expect(places(second)).toEqual(places(first));
  });
});
