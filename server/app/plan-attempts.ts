/** The attempts at a write whose plan may take too long to be made under the document's lock (SPEC.md). */
import { jsonEqual } from '#schema/json-equal.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { TabSettings } from '#schema/tab.ts';
import type { PlanAttempt } from '#server/planner/planner.ts';

/** The first plan of a worker takes several times as long as the next ones, and there are two workers. */
const maxAttempts = 4;
/** How long a plan may keep other writes to the document waiting; on SQLite, to any document. */
const defaultHoldMs = 250;

/** The state of a tab that a plan is for. */
type PlannedState = { readonly rev: number; readonly settings: TabSettings };

export class PlanAttempts<O> {
  readonly #holdMs: number;
  #count = 0;
  /** The plan may be made while the write holds the lock. */
  #mayHold = false;
  /** A plan that is to be made outside the transaction. */
  #later: (PlannedState & { readonly plan: (onBegin?: () => void) => Promise<O | Problem> }) | null = null;
  /** A plan that was made outside. */
  #ready: (PlannedState & { readonly outcome: O }) | null = null;

  constructor(holdMs: number = defaultHoldMs) {
    this.#holdMs = holdMs;
  }

  /**
   * The plan for a tab in its current state, within a write: the one made outside, or one made now. Null if `planOutside` must
   * make it, after the write has ended without applying anything.
   */
  async outcome(settings: TabSettings, rev: number, plan: () => PlanAttempt<O | Problem>): Promise<O | Problem | null> {
    const ready = this.#ready;
    if (ready !== null && ready.rev === rev && jsonEqual(ready.settings, settings)) return ready.outcome;
    const planned = plan();
    if ('here' in planned) return planned.here;
    if (this.#mayHold) return planned.later();
    this.#later = { plan: planned.later, rev, settings };
    return null;
  }

  /** Makes the plan that the last write lacked; the write is then repeated. Returns the refusal if it is not to be repeated. */
  async planOutside(): Promise<Problem | null> {
    const later = this.#later;
    if (later === null) throw new Error('the write had a plan');
    this.#later = null;
    this.#count += 1;
    if (this.#count === maxAttempts) return problem('room_unavailable', { retryAfter: 1 });
    const { plan, rev, settings } = later;
    let begunAt = performance.now();
    const outcome = await plan(() => {
      begunAt = performance.now();
    });
    if (isProblem(outcome)) return outcome;
    this.#mayHold = this.#count >= 2 && performance.now() - begunAt <= this.#holdMs;
    this.#ready = { outcome, rev, settings };
    return null;
  }
}
