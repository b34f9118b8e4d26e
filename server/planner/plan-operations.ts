/** Parses, plans and lints operations on a tab, in the same way on the event loop and in a worker. */
import { parseOperations } from '#core/changeset/parse.ts';
import { type ChangesetPlan, planChangeset } from '#core/changeset/plan.ts';
import { planReplacement } from '#core/changeset/replace.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import { findFixes } from '#core/lint/fixes.ts';
import { LintCache } from '#core/lint/incremental.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import type { TabView } from '#core/tab/view.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { installedIcons } from '#server/icons/installed-icons.ts';

import type { PlanResult } from './plan-result.ts';

export type OperationsInput = string | readonly unknown[];

/** The input of a plan besides the tab and the operations. */
export type PlanInput = {
  /** Ids of the elements that the actor has selected on the tab. */
  readonly selected: readonly string[];
  /** Ids of the images and sheets that the actor may place. */
  readonly references: ReadonlySet<string>;
  /** True if the operations replace the whole content of the tab. */
  readonly replaces?: boolean;
};

export type PlanOptions = {
  /** In units of core/planning/work.ts, which also has the default. */
  readonly workLimit?: number;
  readonly flow?: FlowEngine;
  /** Called before work that may take seconds. */
  readonly longer?: () => void;
  /** Lints the planned tab; by default the whole tab is linted from scratch. */
  readonly lintOf?: (plan: ChangesetPlan) => LintChange;
};

export function planOperations(
  tab: TabView,
  operations: OperationsInput,
  { selected, references, replaces }: PlanInput,
  options: PlanOptions,
): PlanResult {
  const parsed = parseOperations(operations);
  if ('errors' in parsed) return parsed;
  const { lintOf = (plan: ChangesetPlan) => new LintCache().change(tab, plan), workLimit, flow, longer } = options;
  const plan = (replaces === true ? planReplacement : planChangeset)(tab, parsed.operations, {
    newSuffix: newElementSuffix,
    selected,
    mayReference: (_kind, id) => references.has(id),
    icons: installedIcons(),
    fixes: findFixes,
    comparesLayouts: true,
    ...(workLimit !== undefined && { workLimit }),
    ...(flow !== undefined && { flow }),
    ...(longer !== undefined && { longer }),
  });
  if ('errors' in plan) return plan;
  const { edits, counts, targets, results, imports } = plan;
  return { plan: { edits, counts, targets }, results, ...(imports.length > 0 && { imports }), ...lintOf(plan) };
}
