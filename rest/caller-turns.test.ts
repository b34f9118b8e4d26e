import { expect, test } from 'vitest';

import { isProblem } from '#schema/problem.ts';

import { CallerTurns } from './caller-turns.ts';

/** Starts a piece of work for each caller, and tells when each begins. */
function start(turns: CallerTurns, callers: readonly string[]) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const outcomes = callers.map((caller, index) =>
    turns.run(caller, () => {
      begun.push(index);
      return new Promise<number>((resolve) => (ends[index] = () => resolve(index)));
    }),
  );
  return { begun, outcomes, end: (index: number) => ends[index]!() };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('[HT36] a caller has a few turns at once, and others do not wait for it', async () => {
  const { begun, end, outcomes } = start(new CallerTurns({ atOnce: 2, waiting: 10, waitMs: 10_000 }), ['a', 'a', 'a', 'a', 'b']);
  await settled();
  expect(begun).toEqual([0, 1, 4]);
  end(1);
  await settled();
  end(0);
  await settled();
  expect(begun).toEqual([0, 1, 4, 2, 3]);
  for (const index of [2, 3, 4]) end(index);
  expect(await Promise.all(outcomes)).toEqual([0, 1, 2, 3, 4]);
});

test('[HT36] what would wait behind many others, or for too long, is refused', async () => {
  const { begun, end, outcomes } = start(new CallerTurns({ atOnce: 1, waiting: 1, waitMs: 20 }), ['a', 'a', 'a']);
  expect(isProblem(await outcomes[2])).toBe(true);
  expect(await outcomes[1]).toMatchObject({ code: 'room_unavailable' });
  end(0);
  expect(await outcomes[0]).toBe(0);
  expect(begun).toEqual([0]);
});

test('[HT36] a turn ends when its work fails', async () => {
  const turns = new CallerTurns({ atOnce: 1, waiting: 1, waitMs: 1_000 });
  const failing = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('a', () => Promise.resolve(1));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(1);
  expect(await turns.run('a', () => Promise.resolve(2))).toBe(2);
});
