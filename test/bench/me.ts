/** The minimal cost of a REST call, compared with a bare framework. */
import { type Baseline, startBaseline } from './baseline/start.ts';
import { BenchCaller } from './caller.ts';
import { BenchGround } from './ground.ts';
import { cpuMs } from './process-cost.ts';
import { type Bench, times } from './row.ts';
import { median } from './statistics.ts';

const connections = 16;

export const me: Bench = {
  name: 'me',
  title: 'GET /me, 16 connections',
  async run(effort) {
    const ground = await BenchGround.embedded();
    const express: Baseline = await startBaseline('express');
    const bareCaller = new BenchCaller(express.url, ground.person.token);
    try {
      const node = await ground.node();
      const sides = [
        { pid: node.pid, caller: ground.caller(node), perSecond: [] as number[], cpu: [] as number[] },
        { pid: express.pid, caller: bareCaller, perSecond: [] as number[], cpu: [] as number[] },
      ];
      const each = times(effort, 150, 40);
      const total = each * connections;
      for (let round = -2; round < effort.rounds; round += 1) {
        for (const { pid, caller, perSecond, cpu } of sides) {
          const [startedAt, before] = [performance.now(), cpuMs(pid)];
          await Promise.all(Array.from({ length: connections }, () => callMany(caller, each)));
          if (round < 0) continue;
          perSecond.push((total * 1_000) / (performance.now() - startedAt));
          cpu.push(((cpuMs(pid) - before) * 1_000) / total);
        }
      }
      const [rate = 0, bareRate = 0] = sides.map(({ perSecond }) => median(perSecond));
      const [cpu = 0, bareCpu = 0] = sides.map((side) => median(side.cpu));
      const name = 'Express with Ajv';
      return [
        { what: 'calls', unit: 'per s', ours: rate, baseline: { name, value: bareRate }, goal: null },
        {
          // The callers use the same processors, which limits the node.
          what: 'server CPU each',
          unit: 'µs',
          ours: cpu,
          baseline: { name, value: bareCpu },
          goal: { words: 'as many calls as 0.8x the bare framework', met: cpu * 0.8 <= bareCpu },
        },
      ];
    } finally {
      bareCaller.close();
      await express.stop();
      await ground.end();
    }
  },
};

async function callMany(caller: BenchCaller, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await caller.call('GET', '/me');
}
