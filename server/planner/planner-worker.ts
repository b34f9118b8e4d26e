/** Worker thread that plans and lints one job at a time, with a flow engine. It is terminated from outside if a job takes too long. */
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';

import { lint } from '#core/lint/lint.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { slices } from '#server/workers/slices.ts';
import { type Longer, serveTabJobs } from '#server/workers/tab-jobs.ts';

import { GraphvizEngine } from './flow-engine.ts';
import type { OperationsPiece, PlannerReply, PlanJob, PlannerJob } from './messages.ts';
import { illustrate } from './illustrate.ts';
import type { PlannedIllustration, PlannedChangeset, PlanResult } from './plan-result.ts';
import { planOperations } from './plan-operations.ts';

async function serve(port: MessagePort): Promise<void> {
  const engine = await GraphvizEngine.load();
  const post = (message: PlannerReply): void => port.postMessage(message);
  serveTabJobs<PlannerJob>(port, async (tab, job) => {
    if (job.kind === 'lint') post({ kind: 'linted', lint: lint(tab) });
    else if (job.kind === 'illustrate') postIllustration(illustrate(tab, job.drawing, job.images), job.pieces, post);
    else answer(await plan(job, tab, engine, () => port.postMessage({ kind: 'longer' } satisfies Longer)), job.pieces, post);
  });
}

/** `onLonger` is called once if the job needs more time than most. */
async function plan(job: PlanJob, tab: TabIndex, engine: GraphvizEngine, onLonger: () => void): Promise<PlanResult> {
  let isLonger = false;
  const longer = (): void => {
    if (!isLonger) onLonger();
    isLonger = true;
  };
  const outcome = planOperations(tab, job.text ?? operationsIn(job.pieces), job, { flow: engine.flow, longer });
  if (engine.isBroken) await engine.reload();
  return outcome;
}

function operationsIn(pieces: MessagePort): unknown[] {
  const operations: unknown[] = [];
  for (let received = receiveMessageOnPort(pieces); received !== undefined; received = receiveMessageOnPort(pieces))
    operations.push(...(received.message as OperationsPiece));
  return operations;
}

function answer(outcome: PlanResult, pieces: MessagePort, post: (message: PlannerReply) => void): void {
  if ('errors' in outcome) return post({ kind: 'refused', errors: outcome.errors });
  const { lint: found, older, rerouted } = outcome;
  const { counts, targets } = outcome.plan;
  sendPieces(outcome, pieces);
  const { imports } = outcome;
  post({ kind: 'planned', counts, targets, ...(imports !== undefined && { imports }), linted: { lint: found, older, rerouted } });
}

function postIllustration(
  outcome: PlannedIllustration | Problem,
  pieces: MessagePort,
  post: (message: PlannerReply) => void,
): void {
  if (isProblem(outcome)) return post({ kind: 'problem', code: outcome.code, members: outcome.members });
  const { plan, results: _results, ...rest } = outcome;
  sendPieces(outcome, pieces);
  post({ kind: 'illustrated', rest, counts: plan.counts, targets: plan.targets });
}

function sendPieces({ plan: { edits }, results }: PlannedChangeset, pieces: MessagePort): void {
  for (const slice of slices(edits)) pieces.postMessage({ afters: slice.map(({ id, after }) => ({ id, after })), results: [] });
  for (const slice of slices(results)) pieces.postMessage({ afters: [], results: slice });
}

if (parentPort === null) throw new Error('planner-worker is started by planner-thread');
await serve(parentPort);
