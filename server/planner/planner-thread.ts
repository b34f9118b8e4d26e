/**
 * planner-thread: one worker thread, seen from the event loop.
 * H1  The worker is started for the first job and kept; after it ended, for whatever reason, the next job starts another.
 * H2  A job that passes the deadline, or the memory that a worker may take, is refused (work_limit_exceeded) and its worker
 *     ended. A fault of ours in it throws.
 * H3  A tab goes there and its plan comes back in pieces, with turns of the event loop in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

import type { Edit, Lint, Result } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';

import { type FromWorker, type Piece, slices, type ToWorker } from './messages.ts';
import type { Outcome } from './outcome.ts';
import type { Operations, Terms } from './plan-operations.ts';

/** The values of a tab. */
export type Captured = {
  readonly settings: TabSettings;
  readonly skipped: readonly Skipped[];
  readonly elements: readonly Element[];
};
export type Job = Captured & { readonly operations: Operations; readonly terms: Terms };

export type ThreadLimits = {
  /** From when the job is all there to its answer. */
  readonly deadlineMs: number;
  /** For the worker to be there: its modules and Graphviz are loaded. */
  readonly startMs: number;
  readonly heapMb: number;
};

/** Graphviz recurses along chains: a tab's 10,000 elements may be one. */
const stackMb = 64;

export class PlannerThread {
  readonly #limits: ThreadLimits;
  #worker: Promise<Worker> | null = null;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** The outcome of the job. One job at a time. */
  async plan(job: Job): Promise<Outcome> {
    const worker = await this.#start();
    const { port1: pieces, port2: theirs } = new MessageChannel();
    try {
      const { operations, terms } = job;
      const { selected, references, replaces = false } = terms;
      const wanted: ToWorker = { kind: 'plan', operations, selected, references, replaces, pieces: theirs };
      const answer = await this.#ask(worker, job, wanted, [theirs]);
      if (answer === null) return tooMuch;
      if (answer.kind === 'refused') return { errors: answer.errors };
      if (answer.kind !== 'planned') throw new Error(`the planner's worker failed: ${JSON.stringify(answer)}`);
      const { edits, results } = await collect(pieces, job);
      return { plan: { edits, counts: answer.counts, targets: [...answer.targets] }, results, lint: answer.lint };
    } finally {
      pieces.close();
    }
  }

  /** The lint of the tab. One job at a time. */
  async lint(tab: Captured): Promise<Lint | Problem> {
    const answer = await this.#ask(await this.#start(), tab, { kind: 'lint' });
    if (answer === null) return problem('work_limit_exceeded', { hint: 'Put less on one tab.' });
    if (answer.kind !== 'linted') throw new Error(`the planner's worker failed: ${JSON.stringify(answer)}`);
    return answer.lint;
  }

  async end(): Promise<void> {
    const worker = await this.#worker?.catch(() => null);
    this.#worker = null;
    await worker?.terminate();
  }

  /** [H1] */
  #start(): Promise<Worker> {
    this.#worker ??= startWorker(this.#limits, () => {
      this.#worker = null;
    });
    return this.#worker;
  }

  /** The worker's last word on the job; null when it had to be ended [H2]. */
  async #ask(worker: Worker, tab: Captured, wanted: ToWorker, transfer: MessagePort[] = []): Promise<FromWorker | null> {
    let timer: NodeJS.Timeout | undefined;
    const { promise: answer, resolve: settle } = Promise.withResolvers<FromWorker | null>();
    const onExit = (): void => settle(null);
    worker.on('message', settle).on('exit', onExit);
    const tell = (message: ToWorker, transferred: MessagePort[] = []): void => worker.postMessage(message, transferred);
    tell({ kind: 'begin', settings: tab.settings, skipped: tab.skipped });
    for (const elements of slices(tab.elements)) {
      tell({ kind: 'elements', elements });
      await nextTurn();
    }
    tell(wanted, transfer);
    const deadline = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#limits.deadlineMs, null);
    });
    try {
      const first = await Promise.race([answer, deadline]);
      if (first === null) await this.end();
      return first;
    } finally {
      clearTimeout(timer);
      worker.off('message', settle).off('exit', onExit);
    }
  }
}

const { code, detail, hint } = problem('work_limit_exceeded');
const tooMuch: Outcome = { errors: [{ code, message: detail, hint }] };

/** The worker once it is ready; `onEnd` is told when it is there no more. Throws when it does not come up. */
async function startWorker({ heapMb, startMs }: ThreadLimits, onEnd: () => void): Promise<Worker> {
  const worker = new Worker(new URL('./planner-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: stackMb },
    // Nothing of the server's secrets has any business there.
    env: {},
    execArgv: [],
  });
  worker.unref();
  worker.once('exit', onEnd);
  const ready = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, startMs, false);
    worker.once('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    // Kept for as long as the worker lives: running out of memory is such an error as well, and its end says enough.
    worker.on('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  if (ready) return worker;
  await worker.terminate();
  throw new Error('the planner could not start its worker');
}

/** [H3] The plan from its pieces, which are all there. */
async function collect(pieces: MessagePort, { elements }: Job): Promise<{ edits: Edit[]; results: Result[] }> {
  const before = new Map(elements.map((element) => [element.id, element]));
  const edits: Edit[] = [];
  const results: Result[] = [];
  for (let received = receiveMessageOnPort(pieces); received !== undefined; received = receiveMessageOnPort(pieces)) {
    const piece = received.message as Piece;
    for (const { id, after } of piece.afters) edits.push({ id, before: before.get(id) ?? null, after });
    results.push(...piece.results);
    await nextTurn();
  }
  return { edits, results };
}
