import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { tabOf } from '#core/arrows/drawing.test-support.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { captureTab } from './captured-tab.ts';
import { WorkerPool } from './worker-pool.ts';
import { WorkerThread } from './worker-thread.ts';

type Answer = { readonly kind: 'ready' | 'done' };
type Job = { readonly waitMs: number; readonly workMs: number };

/** A worker that waits without using the CPU, as one does that the machine does not schedule, and then uses it. */
const script = `
import { parentPort } from 'node:worker_threads';
const cpuMs = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
parentPort.on('message', ({ kind, job }) => {
  if (kind !== 'job') return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, job.waitMs);
  const end = cpuMs() + job.workMs;
  while (cpuMs() < end);
  parentPort.postMessage({ kind: 'done' });
});
parentPort.postMessage({ kind: 'ready' });
`;

const tab = captureTab(tabOf([]));

function newAsk(deadlineMs: number): (job: Job) => Promise<string> {
  const folder = temporaryFolder('worker');
  onTestFinished(() => folder.remove());
  const file = join(folder.path, 'worker.mjs');
  writeFileSync(file, script);
  const thread = new WorkerThread<Job, Answer>(pathToFileURL(file), { deadlineMs, startMs: 60_000, heapMb: 64 });
  const pool = new WorkerPool([thread], { waitMs: 1_000, maxWaiting: 1 });
  onTestFinished(() => pool.close());
  return async (job) => {
    const answer: Answer | Problem | null = await pool.run((one) => one.ask(tab, job));
    if (answer === null) return 'over';
    return isProblem(answer) ? `${answer.code}, retry after ${String(answer.members['retryAfter'])} s` : answer.kind;
  };
}

describe('worker-thread', () => {
  test('[PC16] a job may wait for the CPU for longer than its deadline, and is over when it has used it up', async () => {
    const ask = newAsk(400);
    expect(await ask({ waitMs: 800, workMs: 20 })).toBe('done');
    expect(await ask({ waitMs: 0, workMs: 60_000 })).toBe('over');
    expect(await ask({ waitMs: 0, workMs: 1 })).toBe('done');
  });

  test('[PC16] a job that does not get the CPU for long is refused for the moment, and the next one is done', async () => {
    const ask = newAsk(300);
    const startedAt = performance.now();
    expect(await ask({ waitMs: 60_000, workMs: 0 })).toBe('room_unavailable, retry after 1 s');
    expect(performance.now() - startedAt).toBeGreaterThan(4 * 300 - 1);
    expect(await ask({ waitMs: 0, workMs: 1 })).toBe('done');
  });
});
