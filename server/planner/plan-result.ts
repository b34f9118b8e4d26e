/** The result of planning operations on a tab. */
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import type { IllustrationPlan } from '#core/pages/plan-illustration.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import type { ImportReport, OperationError, Result, TabSettingsChange } from '#schema/changeset.ts';

/** A plan that can be applied, with the parts of the answer that describe its result. */
export type PlannedChangeset = LintChange & {
  readonly plan: Pick<ChangesetPlan, 'edits' | 'counts' | 'targets'>;
  readonly results: readonly Result[];
  /** What its imports made of their sources. */
  readonly imports?: readonly ImportReport[];
  /** Changes of the tab itself. */
  readonly tabChange?: TabSettingsChange;
};

/** The plan of a call that creates pages or an article, with the parts of its answer. */
export type PlannedIllustration = PlannedChangeset & Pick<IllustrationPlan, 'pages' | 'article'>;

export type PlanErrors = { readonly errors: readonly OperationError[]; readonly needsWorker?: true };

export type PlanResult = PlannedChangeset | PlanErrors;
