/**
 * planned-write: a write whose plan may take too long to be made under the document's lock.
 *
 * W1  What the planner plans at once is applied in the same transaction.
 * W2  Else the write ends without having changed anything, the plan is made outside of it, and a second write applies it,
 *     if the tab's revision and settings are still those that it was made for. If not, it is made anew.
 * W3  A tab that changes again and again is held still for the third try, when the plan is known to take less than
 *     `holdMs`; otherwise the answer is room_unavailable.
 */
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import type { TabView } from '#core/tab/view.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { TabSettings } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { PlanResult } from '#server/planner/plan-result.ts';
import type { OperationsInput, PlanInput } from '#server/planner/plan-operations.ts';
import type { PlanAttempt, Planner } from '#server/planner/planner.ts';

const tries = 3;
/** Other writes to the document, on SQLite to any, wait about so long at most. */
const usualHoldMs = 250;

/** What a write answers that wants its plan to be made outside. */
export class DeferredPlan<O = PlanResult> {
  readonly plan: () => Promise<O | Problem>;
  readonly rev: number;
  readonly settings: TabSettings;

  constructor(plan: () => Promise<O | Problem>, rev: number, settings: TabSettings) {
    this.plan = plan;
    this.rev = rev;
    this.settings = settings;
  }
}

/** What one try of the write knows of those before. */
export type PlanTry<O = PlanResult> = {
  /** A plan that was made outside, and what it is good for. */
  readonly ready: { readonly outcome: O; readonly rev: number; readonly settings: TabSettings } | null;
  /** The plan may be made while the write waits [W3]. */
  readonly holds: boolean;
};

/** Tries the write until its plan fits. Problems: those of the write, room_unavailable, shutting_down. */
export async function writeWithPlan<T, O = PlanResult>(
  attempt: (known: PlanTry<O>) => Promise<T | Problem | DeferredPlan<O>>,
  holdMs: number = usualHoldMs,
): Promise<T | Problem> {
  let known: PlanTry<O> = { ready: null, holds: false };
  for (let count = 1; count <= tries; count += 1) {
    const answer = await attempt(known);
    if (!(answer instanceof DeferredPlan)) return answer;
    if (count === tries) break;
    const { rev, settings } = answer;
    const startedAt = performance.now();
    const outcome = await answer.plan();
    if (isProblem(outcome)) return outcome;
    const holds = count === tries - 1 && performance.now() - startedAt <= holdMs;
    known = { ready: { outcome, rev, settings }, holds };
  }
  return problem('room_unavailable', { retryAfter: 1 });
}

export type PlanRequest = {
  readonly planner: Planner;
  readonly operations: OperationsInput;
  readonly terms: PlanInput;
  readonly lintOf?: (plan: ChangesetPlan) => LintChange;
};

/** The outcome of operations on the tab at this revision, within a write: known already, planned at once, or later. */
export async function planWithin(
  known: PlanTry,
  tab: TabView,
  rev: number,
  { planner, operations, terms, lintOf }: PlanRequest,
): Promise<PlanResult | Problem | DeferredPlan> {
  return outcomeWithin(known, tab, rev, () => planner.plan(tab, operations, terms, lintOf));
}

/** The same of any plan. */
export async function outcomeWithin<O>(
  { ready, holds }: PlanTry<O>,
  tab: TabView,
  rev: number,
  plan: () => PlanAttempt<O>,
): Promise<O | Problem | DeferredPlan<O>> {
  if (ready !== null && ready.rev === rev && jsonEqual(ready.settings, tab.settings)) return ready.outcome;
  const planned = plan();
  if ('here' in planned) return planned.here;
  return holds ? planned.later() : new DeferredPlan(planned.later, rev, tab.settings);
}
