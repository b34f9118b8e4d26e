/**
 * planner-worker: plans and lints one job after the other in a thread of its own, with a flow engine. Its thread ends it
 * when a job takes too long.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';

import { lint } from '#core/lint/lint.ts';
import type { FlowEngine } from '#core/layout/graph.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { slices } from '#server/workers/slices.ts';
import { type Longer, serveTabJobs } from '#server/workers/tab-jobs.ts';

import { GraphvizEngine } from './flow-engine.ts';
import type { FromWorker, PlanJob, PlannerJob } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { planOperations } from './plan-operations.ts';

async function serve(port: MessagePort): Promise<void> {
  const engine = await GraphvizEngine.load();
  const say = (message: FromWorker): void => port.postMessage(message);
  serveTabJobs<PlannerJob>(port, async (tab, job) => {
    if (job.kind === 'lint') say({ kind: 'linted', lint: lint(tab) });
    else answer(await plan(job, tab, engine, () => port.postMessage({ kind: 'longer' } satisfies Longer)), job.pieces, say);
  });
}

/** `onFlow`: told when the flow engine is asked for the first time. */
async function plan(job: PlanJob, tab: TabIndex, engine: GraphvizEngine, onFlow: () => void): Promise<Outcome> {
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

function answer(outcome: Outcome, pieces: MessagePort, say: (message: FromWorker) => void): void {
  if ('errors' in outcome) return say({ kind: 'refused', errors: outcome.errors });
  const { edits, counts, targets } = outcome.plan;
  for (const some of slices(edits)) pieces.postMessage({ afters: some.map(({ id, after }) => ({ id, after })), results: [] });
  for (const results of slices(outcome.results)) pieces.postMessage({ afters: [], results });
  say({ kind: 'planned', counts, targets, lint: outcome.lint });
}

if (parentPort === null) throw new Error('planner-worker is started by planner-thread');
await serve(parentPort);
