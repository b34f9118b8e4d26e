/** The time from the start of the process to its first readiness. */
import { startBaseline } from './baseline/start.ts';
import { BenchGround } from './ground.ts';
import { type Bench, times } from './row.ts';
import { median } from './statistics.ts';
import { timed } from './timed.ts';

export const start: Bench = {
  name: 'start',
  title: 'Starting a node',
  async run(effort) {
    const many = times(effort, 10_000, 1_000);
    const full = await BenchGround.embedded();
    try {
      await full.documents(many, 5);
      const ms = { empty: [] as number[], full: [] as number[], bare: [] as number[] };
      for (let round = 0; round < Math.min(3, effort.rounds); round += 1) {
        const empty = await BenchGround.embedded();
        ms.empty.push(...(await timed(1, () => empty.node())));
        await empty.end();
        ms.bare.push(...(await timed(1, async () => (await startBaseline('express')).stop())));
        ms.full.push(...(await timed(1, async () => (await full.node()).kill('SIGTERM'))));
      }
      const [empty, whole] = [median(ms.empty), median(ms.full)];
      const baseline = { name: 'Express with one route', value: median(ms.bare) };
      return [
        { what: 'on an empty folder', unit: 'ms', ours: empty, baseline, goal: { words: 'at most 1 s', met: empty <= 1_000 } },
        {
          what: `and end, with ${many} documents`,
          unit: 'ms',
          ours: whole,
          baseline,
          goal: { words: 'at most 2 s', met: whole <= 2_000 },
        },
      ];
    } finally {
      await full.end();
    }
  },
};
