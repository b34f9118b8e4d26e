/** One credential opens ten thousand sockets, while another person connects. */
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { AttackStage, type AttackedTab } from '../attacks/stage.test-support.ts';
import { cpuMs } from '../bench/process-cost.ts';
import { startTied } from '../harness/tied-process.ts';
import { median, quantile } from '../bench/statistics.ts';
import { closeCodes } from '#server/live/close-codes.ts';

import { say } from './verdict.ts';

const sockets = 10_000;
const perSecond = 1_500;
const production = { EDITORS_PER_PERSON: '', EDITORS_PER_ADDRESS: '', DOCUMENTS_PER_PERSON: '', DOCUMENTS_PER_ADDRESS: '' };

let stage: AttackStage;
beforeAll(async () => {
  stage = await AttackStage.set({ ...production, TRUST_PROXY: '1' });
});
afterAll(() => stage.strike());

/** Milliseconds from the start of connecting to admission. */
async function connects(place: AttackedTab): Promise<number> {
  const startedAt = performance.now();
  const editor = await stage.raw({ headers: { 'X-Forwarded-For': '192.0.2.7' } }).admitted(place.id, stage.ada.token);
  const ms = performance.now() - startedAt;
  editor.end();
  return ms;
}

test(
  '[LV41] 10,000 sockets of one credential, 1,500 new ones a second from 200 addresses, are refused, and another person connects',
  { timeout: 600_000 },
  async () => {
    const place = await stage.place();
    const quiet: number[] = [];
    for (let time = 0; time < 20; time += 1) quiet.push(await connects(place));
    const script = fileURLToPath(new URL('../attacks/socket-storm.ts', import.meta.url));
    const url = `${stage.node.url.replace('http', 'ws')}/collab`;
    const storm = startTied(process.execPath, [script, url, place.id, stage.mallory.token, String(sockets), String(perSecond)], {
      cwd: process.cwd(),
    });
    let isOver = false;
    void storm.ended.then(() => (isOver = true));
    const cpuBefore = cpuMs(stage.node.pid);
    const stormy: number[] = [];
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 100))) stormy.push(await connects(place));
    const { outcomes, openedInMs, unfinished } = JSON.parse(storm.output()) as {
      outcomes: Record<string, number>;
      openedInMs: number;
      unfinished: number;
    };
    const cpuEach = (cpuMs(stage.node.pid) - cpuBefore) / sockets;
    say(
      'socket storm',
      `${sockets} sockets in ${(openedInMs / 1_000).toFixed(1)} s: ${JSON.stringify(outcomes)}, ${unfinished} open; another person connects in ${median(stormy).toFixed(0)} ms (p95 ${quantile(stormy, 0.95).toFixed(0)}, quiet ${median(quiet).toFixed(0)}, p95 ${quantile(quiet, 0.95).toFixed(0)}); the node took ${cpuEach.toFixed(2)} ms of CPU for each`,
    );
    // Three quarters of the 200 of a person.
    expect(unfinished).toBeLessThanOrEqual(150);
    const refused = (outcomes[String(closeCodes.flooding)] ?? 0) + (outcomes['HTTP 429'] ?? 0);
    expect(refused).toBeGreaterThan(sockets * 0.9);
    expect(median(stormy)).toBeLessThan(Math.max(100, 3 * median(quiet)));
  },
);
