/**
 * history: random histories of a tab, with a full copy of it at each revision: changesets of agents, and edits of people who
 * delete, restore, move, relabel and restack.
 */
import fc from 'fast-check';

import type { Edit } from '#schema/changeset.ts';
import { type Element, isArrow, isBox, isPinned } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';

import { anyFields, anyOperand, anyPlace, anySelector } from '../ops/arbitrary-operation.test-support.ts';
import { apply, plan } from '../ops/drawn.test-support.ts';
import { hiddenContents, type HiddenPair } from '../tab/hidden-contents.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';

export type ElementCopy = ReadonlyMap<string, Element>;
export type Revision = {
  readonly by: 'agent' | 'editor';
  readonly edits: readonly Edit[];
  readonly before: ElementCopy;
  readonly after: ElementCopy;
};
export type TabHistory = { readonly tab: TabIndex; readonly revisions: readonly Revision[] };

type Draw = (tab: TabState) => object;

const operation: fc.Arbitrary<Draw> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('square', 'sticky', 'db', 'text'), fc.option(anyPlace, { nil: undefined }), anyFields)
      .map(([kind, place, fields]): Draw => (tab) => ({
        op: 'add',
        kind,
        fields,
        ...(place === undefined ? {} : { place: place(tab) }),
      })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anySelector, anyFields).map(([target, fields]): Draw => (tab) => ({
      op: 'set',
      target: target(tab),
      fields: { note: 'n', ...fields },
      all: true,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anySelector, fc.boolean()).map(([target, keepArrows]): Draw => (tab) => ({
      op: 'rm',
      target: target(tab),
      all: true,
      keepArrows,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anyOperand('box'), anyOperand('box')).map(([from, to]): Draw => (tab) => ({
      op: 'connect',
      from: from(tab),
      to: to(tab),
      again: true,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anySelector, anyPlace).map(([target, place]): Draw => (tab) => ({
      op: 'move',
      target: target(tab),
      place: place(tab),
      all: true,
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyOperand('container'), fc.integer({ min: -500, max: 300 }), fc.integer({ min: 100, max: 900 }))
      .map(([target, at, length]): Draw => (tab) => ({
        op: 'set',
        target: target(tab),
        fields: { x: at, y: at, width: length, height: length },
      })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(anyOperand(), fc.constantFrom('front', 'back')).map(([target, rel]): Draw => (tab) => ({
      op: 'order',
      target: target(tab),
      place: { rel },
    })),
  },
);

type Edited = { readonly pick: number; readonly how: 'delete' | 'label' | 'move' | 'restack' | 'bring back' | 'copy' };
type Step = { readonly operations: readonly Draw[] } | { readonly edits: readonly Edited[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edits: fc.array(
        fc.record({
          pick: fc.nat(),
          how: fc.constantFrom<Edited['how']>('delete', 'label', 'move', 'restack', 'bring back', 'bring back', 'copy'),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
);

export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 2, maxLength: 7 });

/** The history that results from the steps. Steps that are refused or change nothing add no revision. */
export function historyOf(state: TabState, steps: readonly Step[]): TabHistory {
  const tab = TabIndex.of(state);
  const revisions: Revision[] = [];
  const deleted = new Map<string, Element>();
  steps.forEach((one, index) => {
    const before = copyOf(tab);
    const now = { ...state, elements: before };
    const edits = 'edits' in one ? edited(one.edits, before, deleted, index) : operated(one.operations, tab, now);
    if (edits.length === 0) return;
    apply(tab, edits);
    for (const edit of edits) if (edit.after === null && edit.before !== null) deleted.set(edit.id, edit.before);
    revisions.push({ by: 'edits' in one ? 'editor' : 'agent', edits, before, after: copyOf(tab) });
  });
  return { tab, revisions };
}

export const copyOf = (tab: Pick<TabIndex, 'elements'>): Map<string, Element> =>
  new Map(Array.from(tab.elements(), (element) => [element.id, element]));

function operated(draws: readonly Draw[], tab: TabIndex, state: TabState): Edit[] {
  // Applies operations one by one if one of them is refused, as most random ones are.
  for (const operations of [draws, ...draws.map((draw) => [draw])]) {
    const planned = plan(tab, operations.map((draw) => draw(state))); // prettier-ignore
    if (!('errors' in planned) && planned.edits.length > 0) return planned.edits;
  }
  return [];
}

function edited(edits: readonly Edited[], before: ElementCopy, deleted: ReadonlyMap<string, Element>, index: number): Edit[] {
  const now = new Map(before);
  for (const { pick, how } of edits) {
    const from = how === 'bring back' ? deleted : now;
    const ids = [...from.keys()].toSorted();
    const element = from.get(ids[pick % Math.max(1, ids.length)] ?? '');
    if (element === undefined || (how === 'bring back' && now.has(element.id))) continue;
    if (how === 'delete') now.delete(element.id);
    else now.set(...changed(element, how, `${index}${pick % 1_000}`));
  }
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id) ?? null, now.get(id) ?? null];
    return was === is ? [] : [{ id, before: was, after: is }];
  });
}

function changed(element: Element, how: Edited['how'], mark: string): [string, Element] {
  const { id } = element;
  if (how === 'label') return [id, { ...element, label: `edited ${mark}` }];
  if (how === 'move') return [id, isArrow(element) ? { ...element, line: 'curved' } : { ...element, x: element.x + 10 }];
  if (how === 'restack') return [id, { ...element, z: `c${mark}` }];
  if (how === 'copy') {
    const copied = `copy~${mark.padStart(8, '0')}`;
    return [copied, { ...element, id: copied }];
  }
  return [id, element];
}

export type Expected = {
  readonly elements: Map<string, Element>;
  readonly kept: Map<string, string>;
  readonly reverted: string[];
};

/** The same algorithm in its simplest form: three copies of the tab, compared element by element. */
export function naiveRevert(
  { before, after }: Pick<Revision, 'before' | 'after'>,
  now: ElementCopy,
  { layers }: Pick<TabState, 'layers'> = { layers: [] },
): Expected {
  const elements = new Map(now);
  const kept = new Map<string, string>();
  const back: string[] = [];
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => canonical(before.get(id)) !== canonical(after.get(id)),
  );
  const arrowsLast = touched.toSorted((a, b) => Number(isArrowId(a)) - Number(isArrowId(b)));
  function isArrowId(id: string): boolean {
    return (before.get(id) ?? after.get(id))?.type === 'arrow';
  }
  for (const id of arrowsLast) {
    const [b, a, n] = [before.get(id), after.get(id), now.get(id)];
    const [contentB, contentA, contentN] = [content(b), content(a), content(n)];
    let past: Element | undefined;
    if (a === undefined) {
      if (n !== undefined) kept.set(id, 'present');
      past = b;
    } else if (n === undefined) kept.set(id, 'gone');
    else if (b === undefined) {
      if (contentN !== contentA) kept.set(id, 'changed');
    } else if (contentB !== contentA && contentN !== contentA) kept.set(id, 'changed');
    else if (contentB === contentA && b.z !== a.z && n.z !== a.z) kept.set(id, 'order');
    else past = { ...(contentB === contentA ? n : b), z: b.z !== a.z && n.z === a.z ? b.z : n.z };
    if (kept.has(id)) continue;
    if (past !== undefined && isArrow(past)) {
      const old = n !== undefined && isArrow(n) ? n : undefined;
      const arrow = past;
      const stands = (['from', 'to'] as const).every((side) => {
        const end = arrow[side];
        if (!isPinned(end) || canonical(old?.[side]) === canonical(end)) return true;
        const element = elements.get(end.element);
        return element !== undefined && isBox(element);
      });
      if (!stands) {
        kept.set(id, 'gone');
        continue;
      }
    }
    back.push(id);
    if (past === undefined) elements.delete(id);
    else elements.set(id, past);
  }
  const hiddenIn = (copy: ElementCopy): ReadonlyMap<string, HiddenPair> =>
    hiddenContents({ settings: { layers }, elements: () => copy.values() });
  const whole = new Map(now);
  for (const id of touched) {
    const was = before.get(id);
    if (was === undefined) whole.delete(id);
    else whole.set(id, was);
  }
  const hiddenAnyway = [hiddenIn(whole), hiddenIn(now)];
  const isNewlyHidden = (id: string, copy: ElementCopy): boolean =>
    [...hiddenIn(copy)].some(([pair, { element }]) => element.id === id && !hiddenAnyway.some((pairs) => pairs.has(pair)));
  for (const id of touched.toSorted()) {
    const [b, past, n] = [before.get(id), elements.get(id), now.get(id)];
    if (b === undefined || past === undefined || n === undefined || kept.has(id) || b.z === n.z) continue;
    const other = new Map(elements).set(id, { ...past, z: past.z === n.z ? b.z : n.z });
    if (!isNewlyHidden(id, elements) || isNewlyHidden(id, other)) continue;
    elements.set(id, other.get(id)!);
    if (canonical(other.get(id)) === canonical(n)) kept.set(id, 'order');
  }
  return { elements, kept, reverted: back.filter((id) => !kept.has(id)) };
}

/** JSON with members sorted by name. */
export const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
const content = (element: Element | undefined): string | undefined => canonical(element && { ...element, z: '' });
