/** A write whose plan may take too long to be made under the document's lock (SPEC.md). */
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import type { TabView } from '#core/tab/view.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { TabSettings } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { PlanResult } from '#server/planner/plan-result.ts';
import type { OperationsInput, PlanInput } from '#server/planner/plan-operations.ts';
import type { PlanAttempt, Planner } from '#server/planner/planner.ts';

/** The first plan of a worker takes several times as long as the next ones, and there are two workers. */
const maxAttempts = 4;
/** How long a plan may keep other writes to the document waiting; on SQLite, to any document. */
const defaultHoldMs = 250;

/** Returned by a write whose plan has to be made outside its transaction. */
export class DeferredPlan<O = PlanResult> {
  /** `onBegin` is called when the planning begins, after waiting for a worker and starting it. */
  readonly plan: (onBegin?: () => void) => Promise<O | Problem>;
  readonly rev: number;
  readonly settings: TabSettings;

  constructor(plan: (onBegin?: () => void) => Promise<O | Problem>, rev: number, settings: TabSettings) {
    this.plan = plan;
    this.rev = rev;
    this.settings = settings;
  }
}

/** What one attempt of the write gets from the previous ones. */
export type PlanAttemptState<O = PlanResult> = {
  /** A plan that was made outside, and the state of the tab that it is for. */
  readonly ready: { readonly outcome: O; readonly rev: number; readonly settings: TabSettings } | null;
  /** The plan may be made while the write holds the lock. */
  readonly mayHold: boolean;
};

/** Repeats the write until its plan is for the current state. Errors: those of the write, room_unavailable, shutting_down. */
export async function writeWithPlan<T, O = PlanResult>(
  run: (attempt: PlanAttemptState<O>) => Promise<T | Problem | DeferredPlan<O>>,
  holdMs: number = defaultHoldMs,
): Promise<T | Problem> {
  let attempt: PlanAttemptState<O> = { ready: null, mayHold: false };
  for (let count = 1; count <= maxAttempts; count += 1) {
    const answer = await run(attempt);
    if (!(answer instanceof DeferredPlan)) return answer;
    if (count === maxAttempts) break;
    const { rev, settings } = answer;
    let begunAt = performance.now();
    const outcome = await answer.plan(() => {
      begunAt = performance.now();
    });
    if (isProblem(outcome)) return outcome;
    const mayHold = count >= 2 && performance.now() - begunAt <= holdMs;
    attempt = { ready: { outcome, rev, settings }, mayHold };
  }
  return problem('room_unavailable', { retryAfter: 1 });
}

export type PlanRequest = {
  readonly planner: Planner;
  readonly operations: OperationsInput;
  readonly input: PlanInput;
  readonly lintOf?: (plan: ChangesetPlan) => LintChange;
};

/** The outcome of operations on the tab at this revision, within a write: from a ready plan, planned now, or deferred. */
export async function planWithin(
  attempt: PlanAttemptState,
  tab: TabView,
  rev: number,
  { planner, operations, input, lintOf }: PlanRequest,
): Promise<PlanResult | Problem | DeferredPlan> {
  return outcomeWithin(attempt, tab, rev, () => planner.plan(tab, operations, input, lintOf));
}

/** The same for any kind of plan. */
export async function outcomeWithin<O>(
  { ready, mayHold }: PlanAttemptState<O>,
  tab: TabView,
  rev: number,
  plan: () => PlanAttempt<O>,
): Promise<O | Problem | DeferredPlan<O>> {
  if (ready !== null && ready.rev === rev && jsonEqual(ready.settings, tab.settings)) return ready.outcome;
  const planned = plan();
  if ('here' in planned) return planned.here;
  return mayHold ? planned.later() : new DeferredPlan(planned.later, rev, tab.settings);
}
