/** plan-operations: reads, plans and lints operations on a tab: the one way, on the event loop and in a worker. */
import { parseOperations } from '#core/changeset/parse.ts';
import { type ChangesetPlan, planChangeset } from '#core/changeset/plan.ts';
import { planReplacement } from '#core/changeset/replace.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import { lint } from '#core/lint/lint.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Lint } from '#schema/changeset.ts';
import { newElementSuffix } from '#schema/ids.ts';

import type { PlanResult } from './plan-result.ts';

export type OperationsInput = string | readonly unknown[];

/** What a plan is made with besides the tab. */
export type PlanInput = {
  /** What the writer has selected on the tab. */
  readonly selected: readonly string[];
  /** Ids of the images and sheets that the writer may place. */
  readonly references: ReadonlySet<string>;
  /** True when the operations draw the whole tab anew. */
  readonly replaces?: boolean;
};

export type PlanOptions = {
  /** Units of core/planning/work.ts; its default when missing. */
  readonly workLimit?: number;
  readonly flow?: FlowEngine;
  /** Called before work that may take seconds. */
  readonly longer?: () => void;
  /** The lint of the tab as planned; without it, that of the whole tab is made anew. */
  readonly lintOf?: (plan: ChangesetPlan) => Lint;
};

export function planOperations(
  tab: TabView,
  operations: OperationsInput,
  { selected, references, replaces }: PlanInput,
  means: PlanOptions,
): PlanResult {
  const parsed = parseOperations(operations);
  if ('errors' in parsed) return parsed;
  const { lintOf = (plan: ChangesetPlan) => lint(plan.tab), workLimit, flow, longer } = means;
  const plan = (replaces === true ? planReplacement : planChangeset)(tab, parsed.operations, {
    newSuffix: newElementSuffix,
    selected,
    mayReference: (_kind, id) => references.has(id),
    ...(workLimit !== undefined && { workLimit }),
    ...(flow !== undefined && { flow }),
    ...(longer !== undefined && { longer }),
  });
  if ('errors' in plan) return plan;
  const { edits, counts, targets, results } = plan;
  return { plan: { edits, counts, targets }, results, lint: lintOf(plan) };
}
