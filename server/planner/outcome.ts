/** outcome: what operations on a tab come to, wherever they were planned. */
import type { Plan } from '#core/changeset/plan.ts';
import type { Lint, OperationError, Result } from '#schema/changeset.ts';

/** A plan that may be applied, with what its answer says of the result. */
export type Judged = {
  readonly plan: Pick<Plan, 'edits' | 'counts' | 'targets'>;
  readonly results: readonly Result[];
  readonly lint: Lint;
};

export type Refused = { readonly errors: readonly OperationError[]; readonly needsWorker?: true };

export type Outcome = Judged | Refused;
