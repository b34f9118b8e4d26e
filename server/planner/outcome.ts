/** outcome: what operations on a tab come to, wherever they were planned. */
import type { Plan } from '#core/changeset/plan.ts';
import type { IllustrationPlan } from '#core/pages/plan-illustration.ts';
import type { Lint, OperationError, Result, TabChange } from '#schema/changeset.ts';

/** A plan that may be applied, with what its answer says of the result. */
export type Judged = {
  readonly plan: Pick<Plan, 'edits' | 'counts' | 'targets'>;
  readonly results: readonly Result[];
  readonly lint: Lint;
  /** What else of the tab it changes. */
  readonly tabChange?: TabChange;
};

/** What a call that makes pages comes to, with what its answer says. */
export type Illustrated = Judged & Pick<IllustrationPlan, 'pages' | 'article'>;

export type Refused = { readonly errors: readonly OperationError[]; readonly needsWorker?: true };

export type Outcome = Judged | Refused;
