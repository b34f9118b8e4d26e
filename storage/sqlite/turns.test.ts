import { expect, test } from 'vitest';

import { StorageUnavailable } from '../failures.ts';
import { Turns } from './turns.ts';

test('everybody gets a turn, first come first served, one at a time', async () => {
  const turns = new Turns(1_000);
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await turns.take();
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, n % 3));
      order.push(n);
      inside -= 1;
      turns.give();
    }),
  );
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('who waits longer than the limit is refused, and takes nobody else’s turn', async () => {
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
