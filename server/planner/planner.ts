/**
 * planner: plans within budgets: what is cheap at once, on the event loop, and what is not in a worker.
 * P1  A plan on the event loop takes at most some milliseconds; one that would take more, or needs the flow engine, is
 *     planned later, from values that are captured at once: whoever waits for it holds nobody up.
 * P2  A worker has a deadline, a later one when it lays out a flow, and a bounded heap; what passes them is refused
 *     (work_limit_exceeded).
 * P3  There are few workers, started when they are first needed. Plans wait for one in the order in which they came; one
 *     that waits too long, or comes when too many wait, is answered room_unavailable.
 * P4  Planned here or there, the same tab and operations come to the same, but for the ids of new elements.
 * P5  A large tab is linted by a worker as well, from values that are captured at once; the same limits hold.
 * P6  Pages are planned in the same ways: those of a small tab here, articles always there.
 */
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import type { IllustrationSpec } from '#core/pages/plan-illustration.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Lint } from '#schema/changeset.ts';
import type { PageChange } from '#schema/page.ts';
import type { Problem } from '#schema/problem.ts';
import { captureTab } from '#server/workers/captured-tab.ts';
import { WorkerPool } from '#server/workers/worker-pool.ts';

import { illustrate, type PlaceableImages } from './illustrate.ts';
import type { PlannedIllustration, PlanResult } from './plan-result.ts';
import { type OperationsInput, planOperations, type PlanInput } from './plan-operations.ts';
import { PlannerThread } from './planner-thread.ts';

export type PlanAttempt<O = PlanResult> = { readonly here: O } | { readonly later: () => Promise<O | Problem> };

export type PlannerOptions = Partial<typeof defaults>;

const defaults = {
  /** Units of work on the event loop: 10 to 20 ms, with describing and linting what they did. */
  workHere: 25_000,
  /** A longer text is not even read on the event loop. */
  charactersHere: 262_144,
  /** Elements and pages of a tab whose pages are changed on the event loop, with the copies that may be made of them. */
  drawnHere: 500,
  threads: 2,
  deadlineMs: 2_000,
  /** For a flow layout: Graphviz takes two seconds for three thousand boxes, on a machine with nothing else to do. */
  longerMs: 5_000,
  startMs: 15_000,
  heapMb: 384,
  waitMs: 5_000,
  maxWaiting: 64,
};

export class Planner {
  readonly #options: typeof defaults;
  readonly #pool: WorkerPool<PlannerThread>;

  constructor(options: PlannerOptions = {}) {
    this.#options = { ...defaults, ...options };
    const threads = Array.from({ length: this.#options.threads }, () => new PlannerThread(this.#options));
    this.#pool = new WorkerPool(threads, this.#options);
  }

  /** `lintOf`: the lint of a plan that is made here; one that is made later is linted whole, there. */
  plan(tab: TabView, operations: OperationsInput, terms: PlanInput, lintOf?: (plan: ChangesetPlan) => Lint): PlanAttempt {
    const isLong = typeof operations === 'string' && operations.length > this.#options.charactersHere;
    if (!isLong) {
      const workLimit = this.#options.workHere;
      const outcome = planOperations(tab, operations, terms, { workLimit, ...(lintOf !== undefined && { lintOf }) });
      if (!('errors' in outcome) || outcome.needsWorker !== true) return { here: outcome };
    }
    const job = { tab: captureTab(tab), operations, terms };
    return { later: () => this.#pool.run((thread) => thread.plan(job)) };
  }

  /** Pages or an article. An article, and changes of many pages or of a full tab, are planned later [P6]. */
  illustrate(
    tab: TabView,
    drawing: IllustrationSpec,
    images: PlaceableImages,
    lintOf?: (plan: Pick<ChangesetPlan, 'tab' | 'edits'>) => Lint,
  ): PlanAttempt<PlannedIllustration | Problem> {
    const reach = tab.size + tab.settings.pages.length;
    const isSmall = (changes: readonly PageChange[]): boolean =>
      reach * (1 + changes.filter(({ op }) => op === 'duplicate').length) <= this.#options.drawnHere;
    if ('pages' in drawing && isSmall(drawing.pages)) return { here: illustrate(tab, drawing, images, lintOf) };
    const job = { tab: captureTab(tab), drawing, images };
    return { later: () => this.#pool.run((thread) => thread.illustrate(job)) };
  }

  /** The lint of a tab, by a worker [P5]. */
  lint(tab: TabView): Promise<Lint | Problem> {
    const values = captureTab(tab);
    return this.#pool.run((thread) => thread.lint(values));
  }

  /** Ends the workers; plans under way and waiting are answered shutting_down. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
