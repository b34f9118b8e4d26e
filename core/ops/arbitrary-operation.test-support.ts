/** arbitrary-operation: random parts of operations for property tests; numbers select elements of a tab. */
import fc from 'fast-check';

import { isArrow, isContainer } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';
import type { TabState } from '#schema/tab.ts';

import type { Json } from '../notation/json.ts';
import { quoteExactly } from '../notation/quote.ts';
import type { Operation } from '../changeset/schema.ts';
import { Work } from '../planning/work.ts';
import type { Placement } from '../notation/place.ts';
import { selectOperand } from '../selectors/select.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { anyLabel } from '../tab/arbitrary-tab.test-support.ts';

export type Pick<T> = (tab: TabState) => T;

/** Text that names one element of the tab by its ref, id or label, and sometimes nothing. */
export const anyOperand = (of: 'box' | 'container' | 'arrow' | 'any' = 'any'): fc.Arbitrary<Pick<string>> =>
  fc.tuple(fc.nat(), fc.constantFrom('ref', 'ref', 'ref', 'id', 'label', 'prefix')).map(([pick, form]) => (state) => {
    const ids = Array.from(state.elements.values())
      .filter((element) => of === 'any' || (of === 'container' ? isContainer(element) : isArrow(element) === (of === 'arrow')))
      .map(({ id }) => id)
      .toSorted();
    const id = ids[pick % Math.max(1, ids.length)] ?? 'nothing';
    const tab = TabIndex.of(state);
    const label = tab.get(id)?.label;
    if (form === 'label' && label !== undefined) return quoteExactly(label);
    return form === 'id' ? id : form === 'prefix' ? id.slice(0, -3) : tab.refOf(id);
  });

const keyed: fc.Arbitrary<Pick<string>> = fc.oneof(
  fc
    .constantFrom('type:shape', 'type:arrow', 'shape:square', 'type:frame', 'label~a', 'label~"x y"', 'shape:db')
    .map((text) => () => text),
  fc.tuple(fc.constantFrom('from', 'to', 'downstream', 'upstream'), anyOperand('box')).map(
    ([key, operand]) =>
      (tab: TabState) =>
        `${key}:${operand(tab)}`,
  ),
  anyOperand('container').map((operand) => (tab: TabState) => `in:${operand(tab)}`),
  fc.tuple(anyOperand('box'), anyOperand('box'), fc.constantFrom('->', ' -> ', '-> ')).map(
    ([a, b, arrow]) =>
      (tab: TabState) =>
        a(tab) + arrow + b(tab),
  ),
);

/** A selector: mostly one element, sometimes terms. */
export const anySelector: fc.Arbitrary<Pick<string>> = fc.oneof(
  { weight: 4, arbitrary: anyOperand() },
  { weight: 2, arbitrary: keyed },
  {
    weight: 1,
    arbitrary: fc.tuple(keyed, keyed).map(
      ([a, b]) =>
        (tab: TabState) =>
          `${a(tab)} ${b(tab)}`,
    ),
  },
);

/** A placement that searches for room. */
export const anyFreePlace: fc.Arbitrary<Pick<Placement>> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('right-of', 'left-of', 'above', 'below', 'after', 'align'),
      anyOperand('box'),
      fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
    )
    .map(([rel, operand, gap]) => (tab: TabState): Placement => ({
      rel,
      ref: operand(tab),
      ...(gap === undefined ? {} : { gap }),
    })),
  anyOperand('container').map((operand) => (tab: TabState): Placement => ({ rel: 'inside', ref: operand(tab) })),
);

export const anyPoint: fc.Arbitrary<Pick<Placement>> = fc
  .record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
  .map((spot) => (): Placement => ({ rel: 'at', ...spot }));

export const anyPlace: fc.Arbitrary<Pick<Placement>> = fc.oneof({ weight: 2, arbitrary: anyFreePlace }, anyPoint);

export const anyBy = fc.tuple(fc.constantFrom(0, 1, -25, 100, 12.5), fc.constantFrom(0, 25, -300, 0.1));

/** The position argument of `order`. */
export const anyPosition: fc.Arbitrary<
  Pick<{ rel: 'front' } | { rel: 'back' } | { rel: 'above'; ref: string } | { rel: 'below'; ref: string }>
> = fc.oneof(
  fc.constantFrom({ rel: 'front' } as const, { rel: 'back' } as const).map((position) => () => position),
  fc.tuple(fc.constantFrom('above', 'below'), anyOperand()).map(([rel, operand]) => (tab: TabState) => ({
    rel,
    ref: operand(tab),
  })),
);

/** A `test` of one element that mostly passes. */
export const anyTest = fc
  .tuple(anyOperand(), fc.subarray(['label', 'note', 'fill', 'text', 'x', 'shape', 'from']), fc.nat(5))
  .map(([operand, names, odd]) => (state: TabState): Operation => {
    const target = operand(state);
    const tab = TabIndex.of(state);
    const element = selectOperand(target, { tab, selected: null, work: new Work() });
    const held = isProblem(element) ? new Map<string, unknown>() : new Map(Object.entries(element));
    const fields = Object.fromEntries(names.filter((name) => held.has(name)).map((name) => [name, held.get(name) as Json]));
    return {
      op: 'test',
      target,
      fields: odd === 0 ? { ...fields, label: 'other' } : { note: (held.get('note') ?? null) as Json, ...fields },
    };
  });

/** Fields that most elements take. */
export const anyFields: fc.Arbitrary<{ [name: string]: Json }> = fc
  .record(
    {
      label: fc.option(anyLabel),
      note: anyLabel,
      'text-color': fc.constantFrom('blue', 'Red', '#00ff00', null),
      border: fc.constantFrom('dashed', 'DOTTED'),
      text: fc.constantFrom('sm', 'lg', 31, null),
      opacity: fc.constantFrom(0.5, 7, -1),
    },
    { requiredKeys: [] },
  )
  .map((fields) => ({ ...fields }));

export const anySlug = fc.option(fc.constantFrom('new', 'a', 'api', 'n-1', 'front'), { nil: undefined });
