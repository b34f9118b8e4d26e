/** Plans changesets, pages and articles within budgets: cheap ones on the event loop, all others in a worker (SPEC.md). */
import { sizeOf } from '#core/changeset/operation-size.ts';
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import type { IllustrationSpec } from '#core/pages/plan-illustration.ts';
import type { TabView } from '#core/tab/view.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import type { Lint } from '#schema/changeset.ts';
import type { PageChange } from '#schema/page.ts';
import type { Problem } from '#schema/problem.ts';
import { captureTab } from '#server/workers/captured-tab.ts';
import { WorkerPool } from '#server/workers/worker-pool.ts';

import { illustrate, type PlaceableImages } from './illustrate.ts';
import type { PlannedIllustration, PlanResult } from './plan-result.ts';
import { type OperationsInput, planOperations, type PlanInput } from './plan-operations.ts';
import { PlannerThread } from './planner-thread.ts';

/** `onBegin` is called once a worker begins. */
export type PlanAttempt<O = PlanResult> =
  | { readonly here: O }
  | { readonly later: (onBegin?: () => void) => Promise<O | Problem> };

export type PlannerOptions = Partial<typeof defaults>;

const defaults = {
  /** Units of work on the event loop: 10 to 20 ms, including the description and lint of the result. */
  workHere: 25_000,
  /** Longer operations are not even parsed on the event loop. */
  charactersHere: 262_144,
  /** Elements and pages of a tab, including the duplicates to create, up to which its pages are changed on the event loop. */
  drawnHere: 500,
  threads: 2,
  deadlineMs: 2_000,
  /** For a flow layout: Graphviz takes two seconds for three thousand boxes on an idle machine. */
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

  /** `lintOf`: lints a plan made on the event loop; a worker lints the whole tab. */
  plan(tab: TabView, operations: OperationsInput, input: PlanInput, lintOf?: (plan: ChangesetPlan) => LintChange): PlanAttempt {
    const { charactersHere } = this.#options;
    const size = typeof operations === 'string' ? operations.length : sizeOf(operations, charactersHere);
    if (size <= charactersHere) {
      const workLimit = this.#options.workHere;
      const outcome = planOperations(tab, operations, input, { workLimit, ...(lintOf !== undefined && { lintOf }) });
      if (!('errors' in outcome) || outcome.needsWorker !== true) return { here: outcome };
    }
    const job = { tab: captureTab(tab), operations, input };
    return { later: (onBegin) => this.#pool.run((thread) => thread.plan(job, onBegin)) };
  }

  /** Plans pages or an article. An article and changes of many pages or of a full tab are planned in a worker. */
  illustrate(
    tab: TabView,
    drawing: IllustrationSpec,
    images: PlaceableImages,
    lintOf?: (plan: Pick<ChangesetPlan, 'tab' | 'edits'>) => LintChange,
  ): PlanAttempt<PlannedIllustration | Problem> {
    const size = tab.size + tab.settings.pages.length;
    const isSmall = (changes: readonly PageChange[]): boolean =>
      size * (1 + changes.filter(({ op }) => op === 'duplicate').length) <= this.#options.drawnHere;
    if ('pages' in drawing && isSmall(drawing.pages)) return { here: illustrate(tab, drawing, images, lintOf) };
    const job = { tab: captureTab(tab), drawing, images };
    return { later: (onBegin) => this.#pool.run((thread) => thread.illustrate(job, onBegin)) };
  }

  /** Lints a tab in a worker. */
  lint(tab: TabView): Promise<Lint | Problem> {
    const captured = captureTab(tab);
    return this.#pool.run((thread) => thread.lint(captured));
  }

  /** Ends the workers; running and waiting plans are answered shutting_down. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
