/** plan-result: what operations on a tab come to, wherever they were planned. */
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import type { IllustrationPlan } from '#core/pages/plan-illustration.ts';
import type { Lint, OperationError, Result, TabSettingsChange } from '#schema/changeset.ts';

/** A plan that may be applied, with what its answer says of the result. */
export type PlannedChangeset = {
  readonly plan: Pick<ChangesetPlan, 'edits' | 'counts' | 'targets'>;
  readonly results: readonly Result[];
  readonly lint: Lint;
  /** What else of the tab it changes. */
  readonly tabChange?: TabSettingsChange;
};

/** What a call that makes pages comes to, with what its answer says. */
export type PlannedIllustration = PlannedChangeset & Pick<IllustrationPlan, 'pages' | 'article'>;

export type PlanErrors = { readonly errors: readonly OperationError[]; readonly needsWorker?: true };

export type PlanResult = PlannedChangeset | PlanErrors;
