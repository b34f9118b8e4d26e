/**
 * planner-worker: plans and lints one job after the other in a thread of its own, with a flow engine. Its thread ends it
 * when a job takes too long.
 */
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
  const say = (message: PlannerReply): void => port.postMessage(message);
  serveTabJobs<PlannerJob>(port, async (tab, job) => {
    if (job.kind === 'lint') say({ kind: 'linted', lint: lint(tab) });
    else if (job.kind === 'illustrate') postIllustration(illustrate(tab, job.drawing, job.images), job.pieces, say);
    else answer(await plan(job, tab, engine, () => port.postMessage({ kind: 'longer' } satisfies Longer)), job.pieces, say);
  });
}

/** `onFlow`: told when the flow engine is asked for the first time. */
async function plan(job: PlanJob, tab: TabIndex, engine: GraphvizEngine, onFlow: () => void): Promise<PlanResult> {
  const { operations } = job;
  let isFlow = false;
  const flow: FlowEngine = (dot) => {
    if (!isFlow) onFlow();
    isFlow = true;
    return engine.flow(dot);
  };
  const outcome = planOperations(tab, operations, job, { flow });
  if (!engine.isBroken) return outcome;
  await engine.reload();
  if (!('errors' in outcome)) return outcome;
  const again = planOperations(tab, operations, job, { flow: engine.flowWithoutClusters });
  if (engine.isBroken) await engine.reload();
  return again;
}

function answer(outcome: PlanResult, pieces: MessagePort, say: (message: PlannerReply) => void): void {
  if ('errors' in outcome) return say({ kind: 'refused', errors: outcome.errors });
  const { counts, targets } = outcome.plan;
  sendPieces(outcome, pieces);
  say({ kind: 'planned', counts, targets, lint: outcome.lint });
}

function postIllustration(
  outcome: PlannedIllustration | Problem,
  pieces: MessagePort,
  say: (message: PlannerReply) => void,
): void {
  if (isProblem(outcome)) return say({ kind: 'problem', code: outcome.code, members: outcome.members });
  const { plan: made, results: _results, ...rest } = outcome;
  sendPieces(outcome, pieces);
  say({ kind: 'illustrated', rest, counts: made.counts, targets: made.targets });
}

function sendPieces({ plan: { edits }, results }: PlannedChangeset, pieces: MessagePort): void {
  for (const some of slices(edits)) pieces.postMessage({ afters: some.map(({ id, after }) => ({ id, after })), results: [] });
  for (const some of slices(results)) pieces.postMessage({ afters: [], results: some });
}

if (parentPort === null) throw new Error('planner-worker is started by planner-thread');
await serve(parentPort);
