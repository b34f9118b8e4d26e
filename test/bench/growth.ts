/** The cost of a changeset of ten operations on tabs of different sizes. */
import { boxesAmong } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { type Bench, times } from './row.ts';
import { growthExponent, median, quantile } from './statistics.ts';
import { TenOperations } from './ten-operations.ts';
import { timed } from './timed.ts';

const sizes = [100, 1_000, 10_000] as const;

export const growth: Bench = {
  name: 'growth',
  title: 'A changeset of 10 operations as the tab grows, SQLite',
  async run(effort) {
    const ground = await BenchGround.embedded();
    try {
      // Room for the elements that the changesets add.
      const tabs = await Promise.all(sizes.map(async (size) => ({
        size,
        place: (await ground.documents(1, size - 10))[0] ?? { id: '', tab: '' },
        changesets: new TenOperations('c', boxesAmong(size - 10)),
        p50: [] as number[],
      }))); // prettier-ignore
      const caller = ground.caller(await ground.node());
      for (const { place, changesets } of tabs) await timed(30, () => caller.changeset(place, changesets.next()));
      for (let round = 0; round < effort.rounds; round += 1) {
        for (const { place, changesets, p50 } of tabs) {
          p50.push(quantile(await timed(times(effort, 60, 20), () => caller.changeset(place, changesets.next())), 0.5));
        }
      }
      const exponent = growthExponent(tabs.map(({ size, p50 }) => [size, median(p50)]));
      return [
        ...tabs.map(
          ({ size, p50 }) =>
            ({ what: `${size} elements, p50`, unit: 'ms', ours: median(p50), baseline: null, goal: null }) as const,
        ),
        {
          what: 'growth from 100 to 10,000 elements',
          unit: 'exponent',
          ours: exponent,
          baseline: null,
          goal: { words: 'at most 0.3', met: exponent <= 0.3 },
        },
      ];
    } finally {
      await ground.end();
    }
  },
};
