/**
 * drawn: tabs for tests, written in the changeset language.
 */
import type { Edit, OperationError } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';

import { icons } from '../icons/icons.test-support.ts';
import { answerText } from '../changeset/answer-text.ts';
import { parseOperations } from '../changeset/parse.ts';
import { type ChangesetPlan, planChangeset, type PlanContext } from '../changeset/plan.ts';
import { findFixes } from '../lint/fixes.ts';
import { TabIndex } from '../tab/tab-index.ts';

export const emptyState: TabState = {
  id: 'tab_00000000000000000000',
  name: 'Tab 1',
  mode: 'canvas',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [],
  elements: new Map(),
  skipped: [],
};

/** A tab with these elements and settings. */
export const tabWith = (elements: Iterable<Element>, settings: Partial<TabState> = {}): TabIndex =>
  TabIndex.of({ ...emptyState, ...settings, elements: new Map(Array.from(elements, (element) => [element.id, element])) });

/** A context whose suffixes count up from `first`. */
export function contextFor(overrides: Partial<PlanContext> = {}, first = 0): PlanContext {
  let next = first;
  return {
    newSuffix: () => (next++).toString(36).padStart(8, '0'),
    selected: null,
    mayReference: () => true,
    icons,
    fixes: findFixes,
    ...overrides,
  };
}

/** The plan of operations on a tab, or its errors. */
export function plan(
  tab: TabIndex,
  operations: string | readonly unknown[],
  overrides: Partial<PlanContext> = {},
): ChangesetPlan | { readonly errors: readonly OperationError[] } {
  const parsed = parseOperations(operations);
  if ('errors' in parsed) return parsed;
  return planChangeset(tab, parsed.operations, contextFor(overrides, tab.size));
}

/** The plan of operations that must not be refused. */
export function planned(
  tab: TabIndex,
  operations: string | readonly unknown[],
  overrides: Partial<PlanContext> = {},
): ChangesetPlan {
  const result = plan(tab, operations, overrides);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors, null, 2));
  return result;
}

/** The first error of operations that must be refused. */
export function refusal(
  tab: TabIndex,
  operations: string | readonly unknown[],
  overrides: Partial<PlanContext> = {},
): OperationError {
  const result = plan(tab, operations, overrides);
  const first = 'errors' in result ? result.errors[0] : undefined;
  if (first === undefined) throw new Error(`Not refused: ${JSON.stringify(operations)}`);
  return first;
}

/** Applies a plan's edits to its tab. */
export const apply = (tab: TabIndex, edits: readonly Edit[]): void =>
  tab.update(edits.map(({ id, after }) => ({ id, element: after })));

/** A new tab after the operations, each as its own changeset. */
export function drawn(...changesets: readonly (string | readonly unknown[])[]): TabIndex {
  const tab = tabWith([]);
  for (const operations of changesets) apply(tab, planned(tab, operations).edits);
  return tab;
}

/** The element that a slug names, as the type that the caller expects. */
export function named<T extends Element = Element>(tab: Pick<TabIndex, 'get' | 'idsOfSlug'>, slug: string): T {
  const element = tab.get(tab.idsOfSlug(slug)[0] ?? '');
  if (element === undefined) throw new Error(`There is no ${slug}.`);
  return element as T;
}

/** The lines of the answer, without the last one. */
export function answered(tab: TabIndex, operations: string | readonly unknown[], overrides: Partial<PlanContext> = {}): string[] {
  const { results } = planned(tab, operations, overrides);
  return answerText({ results, rev: null, dryRun: true, verdict: 'clean', documentId: 'doc_1' }).split('\n').slice(0, -1);
}
