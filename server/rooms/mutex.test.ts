import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Busy, Mutex } from './mutex.ts';

test('one at a time, in the order of their coming; who waits too long or comes too late is Busy', async () => {
  const mutex = new Mutex({ waitMs: 40, maxWaiting: 2 });
  const done: number[] = [];
  const turn = (index: number, ms: number): Promise<void> =>
    mutex.run(async () => {
      await sleep(ms);
      done.push(index);
    });
  const [first, second, third] = [turn(1, 20), turn(2, 100), turn(3, 0)];
  await expect(turn(4, 0)).rejects.toThrow(Busy);
  await Promise.all([first, second, expect(third).rejects.toThrow('waited for 40 ms')]);
  expect([done, mutex.idle]).toEqual([[1, 2], true]);
});

test('who has waited for long is turned away when told so, and the others have their turns', async () => {
  const mutex = new Mutex({ waitMs: 10_000, maxWaiting: 10 });
  const done: string[] = [];
  const holder = mutex.run(async () => {
    await sleep(60);
    mutex.turnAway(30, 'storage is away');
  });
  const early = [1, 2].map(() => expect(mutex.run(() => sleep(0))).rejects.toThrow('storage is away'));
  await sleep(45);
  const late = ['a', 'b'].map((name) => mutex.run(() => Promise.resolve(void done.push(name))));
  await Promise.all([holder, ...early, ...late]);
  expect([done, mutex.idle]).toEqual([['a', 'b'], true]);
});
