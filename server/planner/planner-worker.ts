/** Worker thread that plans and lints one job at a time, with a flow engine. It is terminated from outside if a job takes too long. */
import { type MessagePort, parentPort } from 'node:worker_threads';

import { lint } from '#core/lint/lint.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { slices } from '#server/workers/slices.ts';
import { type Longer, serveTabJobs } from '#server/workers/tab-jobs.ts';

import { GraphvizEngine } from './flow-engine.ts';
import type { PlannerReply, PlanJob, PlannerJob } from './messages.ts';
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

/** `onFlow` is called when the flow engine is first used. */
async function plan(job: PlanJob, tab: TabIndex, engine: GraphvizEngine, onFlow: () => void): Promise<PlanResult> {
  const { operations } = job;
  let isFlowUsed = false;
  const flow: FlowEngine = (dot) => {
    if (!isFlowUsed) onFlow();
    isFlowUsed = true;
    return engine.flow(dot);
  };
  const outcome = planOperations(tab, operations, job, { flow });
  if (!engine.isBroken) return outcome;
  await engine.reload();
  if (!('errors' in outcome)) return outcome;
  const retried = planOperations(tab, operations, job, { flow: engine.flowWithoutClusters });
  if (engine.isBroken) await engine.reload();
  return retried;
}

function answer(outcome: PlanResult, pieces: MessagePort, post: (message: PlannerReply) => void): void {
  if ('errors' in outcome) return post({ kind: 'refused', errors: outcome.errors });
  const { counts, targets } = outcome.plan;
  sendPieces(outcome, pieces);
  post({ kind: 'planned', counts, targets, lint: outcome.lint });
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
