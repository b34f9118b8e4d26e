import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type ArrowEnd, elementSchemas, isArrow, isPinned } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';
import { validationErrors } from '#schema/validate.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';

import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { expectContentsInFront } from '../tab/hidden-contents.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { anyBy, anyFields, anyOperand, anyPlace, anyPosition, anySelector } from './arbitrary-operation.test-support.ts';
import { apply, plan } from './drawn.test-support.ts';

type Step = (tab: TabState) => object;

/** The ends of an arrow of the tab. */
const anyConnection: fc.Arbitrary<(tab: TabState) => { from: string; to: string }> = fc.nat().map((pick) => (tab) => {
  const arrows = Array.from(tab.elements.values()).filter(isArrow);
  const arrow = arrows[pick % Math.max(1, arrows.length)];
  const named = (end: ArrowEnd | undefined): string => (end !== undefined && isPinned(end) ? end.element : 'nothing');
  return { from: named(arrow?.from), to: named(arrow?.to) };
});

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom('square', 'sticky', 'db', 'text'), fc.option(anyPlace, { nil: undefined }), anyFields)
    .map(([kind, place, fields]): Step => (tab) => ({
      op: 'add',
      kind,
      fields,
      ...(place === undefined ? {} : { place: place(tab) }),
    })),
  fc.tuple(anySelector, anyFields).map(([target, fields]): Step => (tab) => ({
    op: 'set',
    target: target(tab),
    fields: { note: 'n', ...fields },
    all: true,
  })),
  fc.tuple(anySelector, fc.boolean()).map(([target, keepArrows]): Step => (tab) => ({
    op: 'rm',
    target: target(tab),
    all: true,
    keepArrows,
  })),
  fc.tuple(anyOperand('box'), anyOperand('box')).map(([from, to]): Step => (tab) => ({
    op: 'connect',
    from: from(tab),
    to: to(tab),
    again: true,
  })),
  fc.tuple(anySelector, anyPlace).map(([target, place]): Step => (tab) => ({
    op: 'move',
    target: target(tab),
    place: place(tab),
    all: true,
  })),
  fc.tuple(anySelector, anyBy).map(([target, by]): Step => (tab) => ({ op: 'move', target: target(tab), by, all: true })),
  fc.tuple(anyOperand('arrow'), anyOperand('box')).map(([target, to]): Step => (tab) => ({
    op: 'rewire',
    target: target(tab),
    to: to(tab),
  })),
  fc.tuple(anyOperand(), anyPosition).map(([target, place]): Step => (tab) => ({
    op: 'order',
    target: target(tab),
    place: place(tab),
  })),
  anyOperand('container').map((target): Step => (tab) => ({ op: 'unwrap', target: target(tab) })),
  fc.tuple(anyOperand('box'), anyOperand('box'), fc.boolean(), fc.boolean()).map(([a, b, tidy, absorb]): Step => (tab) => ({
    op: 'wrap',
    target: `${a(tab)} ${b(tab)}`,
    kind: tidy ? 'lane' : 'frame',
    tidy,
    absorb,
    makeRoom: !absorb,
  })),
  fc.tuple(anyConnection, fc.constantFrom('square', 'text', 'circle')).map(([ends, kind]): Step => (tab) => ({
    op: 'insert',
    kind,
    ...ends(tab),
  })),
);

const elementsOf = (tab: TabIndex) => new Map(Array.from(tab.elements(), (element) => [element.id, element]));

describe('sequences of operations', () => {
  test('[OPR1] one changeset does what its operations do one by one, and can be inverted', () => {
    let applied = 0;
    fc.assert(
      fc.property(anyTab(), fc.array(steps, { minLength: 2, maxLength: 8 }), (state, drawn) => {
        const operations = drawn.map((step) => step(state));
        const whole = TabIndex.of(state);
        const plans = plan(whole, operations);
        if ('errors' in plans) {
          expect(elementsOf(whole)).toEqual(state.elements);
          return;
        }
        applied += 1;
        apply(whole, plans.edits);
        expectContentsInFront(TabIndex.of(state), whole);
        for (const element of whole.elements()) {
          expect(validationErrors(elementSchemas[element.type], element)).toEqual([]);
          if (!isArrow(element)) continue;
          for (const end of [element.from, element.to]) {
            if (isPinned(end) && whole.get(end.element) === undefined) expect(end.element).toMatch(/^gone~/);
          }
        }
        whole.update(plans.edits.map(({ id, before }) => ({ id, element: before })));
        expect(elementsOf(whole)).toEqual(state.elements);
      }),
      fuzz(1_000, 300),
    );
    expect(applied).toBeGreaterThan(scaled(40, 0));
  });
});
