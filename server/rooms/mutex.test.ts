import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Busy, Mutex } from './mutex.ts';

test('RM24 turns are given one at a time, in order of arrival; waiting too long, or behind too many, is Busy', async () => {
  const mutex = new Mutex({ waitMs: 40, maxWaiting: 2 });
  const finished: number[] = [];
  const turn = (index: number, ms: number): Promise<void> =>
    mutex.run(async () => {
      await sleep(ms);
      finished.push(index);
    });
  const [first, second, third] = [turn(1, 20), turn(2, 100), turn(3, 0)];
  await expect(turn(4, 0)).rejects.toThrow(Busy);
  await Promise.all([first, second, expect(third).rejects.toThrow('waited for 40 ms')]);
  expect([finished, mutex.idle]).toEqual([[1, 2], true]);
});

test('RM25 callers that have waited for long can be refused, and the others get their turns', async () => {
  const mutex = new Mutex({ waitMs: 10_000, maxWaiting: 10 });
  const finished: string[] = [];
  const failing = Promise.withResolvers<void>();
  const holder = mutex.run(async () => {
    await failing.promise;
    mutex.turnAway(30, 'storage is unavailable');
  });
  const early = [1, 2].map(() => expect(mutex.run(() => sleep(0))).rejects.toThrow('storage is unavailable'));
  await sleep(45);
  const late = ['a', 'b'].map((name) => mutex.run(() => Promise.resolve(void finished.push(name))));
  failing.resolve();
  await Promise.all([holder, ...early, ...late]);
  expect([finished, mutex.idle]).toEqual([['a', 'b'], true]);
});

test('RM38 the holder takes jobs that wait, in order of arrival, and their callers get no turn', async () => {
  const mutex = new Mutex<string>({ waitMs: 1_000, maxWaiting: 10 });
  const turns: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const holder = mutex.runUnlessTaken('first', async () => {
    await waiting.promise;
    turns.push(`first, then ${mutex.takeJob()} and ${mutex.takeJob()}`);
  });
  const reading = mutex.run(() => Promise.resolve(void turns.push('a read')));
  const [second, third, fourth] = ['second', 'third', 'fourth'].map((job) =>
    mutex.runUnlessTaken(job, () => Promise.resolve(void turns.push(`${job}, then ${mutex.takeJob()}`))),
  );
  waiting.resolve();
  await Promise.all([holder, reading, second, third, fourth]);
  expect([turns, mutex.idle]).toEqual([['first, then second and third', 'a read', 'fourth, then null'], true]);
});
