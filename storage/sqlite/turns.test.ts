import { expect, test } from 'vitest';

import { StorageUnavailable } from '../failures.ts';
import { Turns } from './turns.ts';

test('turns are taken one at a time, in order of arrival', async () => {
  const turns = new Turns(1_000);
  const order: number[] = [];
  let active = 0;
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await turns.take();
      active += 1;
      expect(active).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, n % 3));
      order.push(n);
      active -= 1;
      turns.give();
    }),
  );
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('DB4 a caller that waits longer than the limit is refused, and takes no other caller’s turn', async () => {
  const turns = new Turns(30);
  await turns.take();
  const late = turns.take();
  await expect(late).rejects.toThrow(StorageUnavailable);
  turns.give();
  await turns.take();
  const next = turns.take();
  turns.give();
  await next;
});
