/**
 * Plans and lints in a worker. A job that exceeds its deadline or memory is refused (work_limit_exceeded); an unexpected error in it
 * throws. The tab is sent and the plan received in pieces, yielding to the event loop in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

import { sizeOf } from '#core/changeset/operation-size.ts';
import type { IllustrationSpec } from '#core/pages/plan-illustration.ts';
import type { Edit, Lint, Result } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { CapturedTab } from '#server/workers/captured-tab.ts';
import { slices } from '#server/workers/slices.ts';
import { type ThreadLimits, WorkerThread } from '#server/workers/worker-thread.ts';

import type { OperationsPiece, PlannerReply, PlanPiece, PlannerJob } from './messages.ts';
import type { PlaceableImages } from './illustrate.ts';
import type { PlannedIllustration, PlanResult } from './plan-result.ts';
import type { OperationsInput, PlanInput } from './plan-operations.ts';

export type IllustrationJob = { readonly tab: CapturedTab; readonly drawing: IllustrationSpec; readonly images: PlaceableImages };
export type Job = { readonly tab: CapturedTab; readonly operations: OperationsInput; readonly input: PlanInput };

/** Graphviz recurses along chains, and the 10,000 elements of a tab can form one. */
const stackMb = 64;

export class PlannerThread {
  readonly #thread: WorkerThread<PlannerJob, PlannerReply>;

  constructor(limits: ThreadLimits) {
    this.#thread = new WorkerThread(new URL('./planner-worker.ts', import.meta.url), { ...limits, stackMb });
  }

  /** Plans the operations of the job. One job at a time. */
  async plan({ tab, operations, input }: Job, onBegin?: () => void): Promise<PlanResult> {
    const { port1: pieces, port2: workerPort } = new MessageChannel();
    try {
      const { selected, references, replaces = false } = input;
      const text = typeof operations === 'string' ? operations : null;
      if (text === null) await sendOperations(operations as readonly unknown[], pieces);
      const message: PlannerJob = { kind: 'plan', text, selected, references, replaces, pieces: workerPort };
      const answer = await this.#thread.ask(tab, message, [workerPort], onBegin);
      if (answer === null) return tooMuch;
      if (answer.kind === 'refused') return { errors: answer.errors };
      if (answer.kind !== 'planned') throw new Error(`the planner's worker failed: ${JSON.stringify(answer)}`);
      const { edits, results } = await collect(pieces, tab);
      const { counts, targets, imports, linted } = answer;
      return { plan: { edits, counts, targets: [...targets] }, results, ...(imports !== undefined && { imports }), ...linted };
    } finally {
      pieces.close();
    }
  }

  /** Plans the pages or the article of the job. One job at a time. */
  async illustrate({ tab, drawing, images }: IllustrationJob, onBegin?: () => void): Promise<PlannedIllustration | Problem> {
    const { port1: pieces, port2: workerPort } = new MessageChannel();
    try {
      const answer = await this.#thread.ask(
        tab,
        { kind: 'illustrate', drawing, images, pieces: workerPort },
        [workerPort],
        onBegin,
      );
      if (answer === null) return problem('work_limit_exceeded', { hint: 'Send it in parts.' });
      if (answer.kind === 'problem') return problem(answer.code, answer.members);
      if (answer.kind !== 'illustrated') throw new Error(`the planner's worker failed: ${JSON.stringify(answer)}`);
      const { edits, results } = await collect(pieces, tab);
      return { ...answer.rest, plan: { edits, counts: answer.counts, targets: [...answer.targets] }, results };
    } finally {
      pieces.close();
    }
  }

  /** The lint of the tab. One job at a time. */
  async lint(tab: CapturedTab): Promise<Lint | Problem> {
    const answer = await this.#thread.ask(tab, { kind: 'lint' });
    if (answer === null) return problem('work_limit_exceeded', { hint: 'Put less on one tab.' });
    if (answer.kind !== 'linted') throw new Error(`the planner's worker failed: ${JSON.stringify(answer)}`);
    return answer.lint;
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}

const { code, detail, hint } = problem('work_limit_exceeded');
const tooMuch: PlanResult = { errors: [{ code, message: detail, hint }] };

/** Sends a list of operations in pieces, each of which is measured and copied in a turn of its own. */
async function sendOperations(operations: readonly unknown[], pieces: MessagePort): Promise<void> {
  for (const slice of slices(readable(operations))) {
    pieces.postMessage(slice satisfies OperationsPiece);
    await nextTurn();
  }
}

/** Without what exceeds the limit of the list, and with a text in the place of each operation that the parser refuses because of its size. */
function* readable(operations: readonly unknown[]): Generator<unknown, void> {
  const { operationSize, operationsPerChangeset } = limits;
  for (const operation of operations.slice(0, operationsPerChangeset + 1))
    yield sizeOf(operation, operationSize) > operationSize ? oversized : operation;
}

/** Refused for its size as well, but copied at once. */
const oversized = 'x'.repeat(limits.operationSize + 1);

/** Joins the pieces of a plan, all of which have been posted. */
async function collect(pieces: MessagePort, { elements }: CapturedTab): Promise<{ edits: Edit[]; results: Result[] }> {
  const before = new Map(elements.map((element) => [element.id, element]));
  const edits: Edit[] = [];
  const results: Result[] = [];
  for (let received = receiveMessageOnPort(pieces); received !== undefined; received = receiveMessageOnPort(pieces)) {
    const piece = received.message as PlanPiece;
    for (const { id, after } of piece.afters) edits.push({ id, before: before.get(id) ?? null, after });
    results.push(...piece.results);
    await nextTurn();
  }
  return { edits, results };
}
