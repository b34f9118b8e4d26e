/** Every node is restarted in turn under full load. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { cpuMs } from '#test/bench/process-cost.ts';
import { median, quantile } from '#test/bench/statistics.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { until } from '#test/harness/editor.ts';
import type { NodeProcess } from '#test/harness/node-process.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { FaultCompany, size, soonMs } from './company.ts';
import { Outages } from './outages.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('rolling-restart'));

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

test('when three nodes with thirty editors each are restarted in turn, editors reconnect quickly and nothing is lost', async () => {
  const url = deployment.balancer.url;
  const company = await FaultCompany.start({
    deployment,
    random: random.fork(),
    editors: 90,
    agents: 2,
    urls: [url],
    paceMs: 3_000,
  });
  const outages = new Outages(company.editors);
  const load = new Load(deployment.nodes);
  await company.goesOn({ agent: 10, editor: 100 });
  load.isUsual = false;
  const stops: number[] = [];
  for (let round = 0; round < size; round += 1) {
    for (const index of deployment.nodes.keys()) {
      const startedAt = performance.now();
      const ended = deployment.nodes[index]!.ended.then(() => stops.push(performance.now() - startedAt));
      expect(await deployment.restart(index)).toBe(0);
      await ended;
      await until(() => outages.now === 0, soonMs, 'an editor does not come back');
      await company.goesOn({ agent: 10, editor: 100 });
    }
  }
  const { usual, longest } = load.end();
  say(
    'rolling restart',
    `stopped within ${Math.max(...stops).toFixed(0)} ms; ${outages.over.length} reconnects, p50 ${quantile(outages.over, 0.5).toFixed(0)} ms, at most ${Math.max(...outages.over).toFixed(0)} ms; usual CPU ${usual.toFixed(0)} ms a second, above twice that for ${longest} s at a stretch`,
  );
  expect(Math.max(...stops)).toBeLessThan(12_000);
  // 5 s are promised if each node has a core of its own.
  expect(Math.max(...outages.over)).toBeLessThan(10_000);
  expect(longest).toBeLessThanOrEqual(8);
  await verdict('rolling restart', company);
});

/** CPU time of the nodes, second by second. */
class Load {
  isUsual = true;
  readonly #usual: number[] = [];
  readonly #later: number[][] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(nodes: readonly NodeProcess[]) {
    const before = new Map<number, number>();
    this.#timer = setInterval(() => {
      const spent = nodes.map(({ pid }) => {
        const [last, total] = [before.get(pid), cpuOf(pid)];
        before.set(pid, total);
        // Starting up does not count as load.
        return last === undefined ? 0 : total - last;
      });
      if (this.isUsual) this.#usual.push(...spent);
      else this.#later.push(spent);
    }, 1_000);
  }

  /** A node's CPU milliseconds per second before the restarts, and the longest run of seconds above twice that. */
  end(): { usual: number; longest: number } {
    clearInterval(this.#timer);
    // Below a tenth of a core a doubling does not matter.
    const usual = Math.max(100, median(this.#usual));
    let longest = 0;
    for (const node of [0, 1, 2]) {
      let streak = 0;
      for (const spent of this.#later) {
        streak = spent[node]! > 2 * usual ? streak + 1 : 0;
        longest = Math.max(longest, streak);
      }
    }
    return { usual, longest };
  }
}

/** 0 for a process that has ended. */
function cpuOf(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}
