/** laws: the properties that hold for every operation (OPR1 to OPR9), checked on random tabs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Result } from '#schema/changeset.ts';
import { type Box, type Element, elementSchemas, isArrow, isBox, isContainer } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';
import { validationErrors } from '#schema/validate.ts';
import { fuzz, strength } from '#test/harness/fuzz.ts';

import { parseOperations } from '../changeset/parse.ts';
import { type ChangesetPlan, planChangeset, type PlanContext } from '../changeset/plan.ts';
import { printOperation } from '../changeset/print.ts';
import type { Operation } from '../changeset/schema.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { expectContentsInFront } from '../tab/hidden-contents.test-support.ts';
import { ancestorsOf, parentOf } from '../tab/membership.ts';
import { holds, overlaps } from '../tab/rect.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { apply, contextFor } from './drawn.test-support.ts';

/** An operation for a tab; the random numbers select its elements. */
export type Draw = (tab: TabState) => Operation;
export type LawOptions = {
  /** True if this result may overlap other elements: at:, a whole element, or explicit x and y. */
  readonly mayOverlap: (operation: Operation) => boolean;
  /** True for tabs with what the operation needs; default: any tab. */
  readonly concerns?: (tab: TabState) => boolean;
  /** Overrides of the planning context. */
  readonly context?: Partial<PlanContext>;
  /** Further checks of the result. */
  readonly also?: (before: TabIndex, after: TabIndex, plan: Pick<ChangesetPlan, 'targets' | 'results'>) => void;
};

/** Random tabs for each operation. */
const parameters = fuzz(1_000);

/** Declares the test of all laws for an operation. */
export function followsTheLaws(
  name: string,
  draws: fc.Arbitrary<Draw>,
  { mayOverlap, concerns, context, also }: LawOptions,
): void {
  const tabs = concerns === undefined ? anyTab() : anyTab().filter(concerns);
  const cases = fc.tuple(tabs, draws, fc.boolean()).map(([state, draw, locked]) => {
    const elements = locked ? lockOne(state.elements) : state.elements;
    const drawn = { ...state, elements };
    return { state: drawn, operation: draw(drawn) };
  });

  test(
    `[OPR1] [OPR2] [OPR3] [OPR4] [OPR5] [OPR6] [OPR7] [OPR8] [OPR9] ${name} follows the laws of all operations`,
    () => {
      let refused = 0;
      let runs = 0;
      fc.assert(
        fc.property(cases, ({ state, operation }) => {
          runs += 1;
          expectRoundTrip(operation);
          const plan = planOn(state, operation, context);
          expect(planOn(reversed(state), operation, context)).toEqual(plan);
          if (plan === null) {
            refused += 1;
            return;
          }
          expectLaws(state, plan, mayOverlap(operation));
          const after = TabIndex.of(state);
          apply(after, plan.edits);
          expectContentsInFront(TabIndex.of(state), after);
          also?.(TabIndex.of(state), after, plan);
        }),
        parameters,
      );
      // A small sample deviates more from the expected share.
      expect(refused).toBeLessThan(runs * 0.8 + (strength < 1 ? 1.5 * Math.sqrt(runs) : 0));
    },
    60_000 + parameters.numRuns * 20,
  );
}

function lockOne(elements: ReadonlyMap<string, Element>): Map<string, Element> {
  const [first] = elements.keys();
  return new Map(Array.from(elements, ([id, element]) => [id, id === first ? { ...element, locked: true } : element]));
}

const reversed = (state: TabState): TabState => ({ ...state, elements: new Map([...state.elements].toReversed()) });

/** The plan as plain values; null if it is refused. */
function planOn(
  state: TabState,
  operation: Operation,
  context?: Partial<PlanContext>,
): Pick<ChangesetPlan, 'edits' | 'results' | 'counts' | 'targets'> | null {
  const tab = TabIndex.of(state);
  const parsed = parseOperations([operation]);
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
  const plan = planChangeset(tab, parsed.operations, contextFor(context));
  expect(new Map(Array.from(tab.elements(), (element) => [element.id, element]))).toEqual(state.elements);
  if ('errors' in plan) return null;
  const { edits, results, counts, targets } = plan;
  return { edits, results, counts, targets: targets.toSorted() };
}

function expectRoundTrip(operation: Operation): void {
  for (const text of [JSON.stringify(operation), printOperation(operation)]) {
    const parsed = parseOperations(text);
    expect('errors' in parsed ? parsed.errors : parsed.operations.map((located) => located.operation)).toEqual([operation]);
  }
}

function expectLaws(
  state: TabState,
  plan: Pick<ChangesetPlan, 'edits' | 'results' | 'counts' | 'targets'>,
  mayOverlap: boolean,
): void {
  const before = state.elements;
  const tab = TabIndex.of(state);
  apply(tab, plan.edits);
  const after = new Map(Array.from(tab.elements(), (element) => [element.id, element]));
  expectCounts(before, after, plan);
  expectStill(before, after, plan);
  for (const element of after.values()) expect(validationErrors(elementSchemas[element.type], element)).toEqual([]);
  if (!mayOverlap) for (const { id, before: was } of plan.edits) if (was === null) expectFree(id, tab);
  for (const { line } of plan.results) {
    // eslint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
    expect(line).not.toMatch(/^(rev |dry run|nothing changed|\{|#)/);
  }
  tab.update(plan.edits.map((edit) => ({ id: edit.id, element: edit.before })));
  expect(new Map(Array.from(tab.elements(), (element) => [element.id, element]))).toEqual(before);
}

function expectCounts(
  before: ReadonlyMap<string, Element>,
  after: ReadonlyMap<string, Element>,
  plan: Pick<ChangesetPlan, 'counts'>,
): void {
  const added = [...after.keys()].filter((id) => !before.has(id)).length;
  const removed = [...before.keys()].filter((id) => !after.has(id)).length;
  const changed = [...after].filter(
    ([id, element]) => before.has(id) && JSON.stringify(sortedKeys(element)) !== JSON.stringify(sortedKeys(before.get(id)!)),
  );
  expect(plan.counts).toEqual({ added, changed: changed.length, removed });
}

const sortedKeys = (element: Element): object =>
  Object.fromEntries(Object.entries(element).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function expectStill(
  before: ReadonlyMap<string, Element>,
  after: ReadonlyMap<string, Element>,
  plan: Pick<ChangesetPlan, 'targets' | 'results'>,
): void {
  const told = new Set(plan.results.filter((result) => result.mark === '»' || grewAside(result)).map(({ id }) => id));
  const restacked = new Set(plan.results.filter(isRestacked).map(({ id }) => id));
  for (const [id, was] of before) {
    const is = after.get(id);
    if (is === undefined || isArrow(was) || isArrow(is) || plan.targets.includes(id) || told.has(id)) continue;
    expect([is.x, is.y]).toEqual([was.x, was.y]);
  }
  for (const [id, was] of before) {
    const is = after.get(id);
    if (is !== undefined && !plan.targets.includes(id) && !told.has(id) && !restacked.has(id)) expect(is.z).toBe(was.z);
  }
}

const grewAside = ({ mark, kind, fields = {} }: Result): boolean =>
  mark === '~' && (kind === 'frame' || kind === 'lane') && ('width' in fields || 'height' in fields);

/** True for an element that also changed in another way, such as an arrow that was freed. */
const isRestacked = ({ mark, fields = {}, reason }: Result): boolean => mark === '~' && 'z' in fields && reason !== undefined;

function expectFree(id: string, tab: TabIndex): void {
  const added = tab.get(id);
  if (added === undefined || !isBox(added)) return;
  for (const box of tab.boxesIn(added)) {
    if (box.id === id || !overlaps(box, added)) continue;
    if (isContainer(box) && holds(box, added)) continue;
    if (isContainer(added) && holds(added, box)) continue;
    throw new Error(`${id} lies on ${box.id}: ${JSON.stringify([rectOf(added), rectOf(box), parentOf(added, tab)?.id])}`);
  }
}

const rectOf = ({ x, y, width, height }: Box): number[] => [x, y, width, height];

/** Lines that name as carrier a frame that the element was not in. */
export function falseCarriers(before: TabIndex, results: readonly Result[]): string[] {
  return results.flatMap(({ id, line }) => {
    const carrier = /\(carried by (.+)\)$/.exec(line)?.[1];
    const element = id === undefined ? undefined : before.get(id);
    if (carrier === undefined || element === undefined || !isBox(element)) return [];
    return ancestorsOf(element, before).some((frame) => before.refOf(frame.id) === carrier) ? [] : [line];
  });
}
