import { expect, test } from 'vitest';

import { Reactions } from './reactions.ts';

const party = (number: number) => ({ number, emoji: '🎉', x: 1, y: 2 }) as const;

test('a reaction rises once, however often its state arrives, until it ends', () => {
  const reactions = new Reactions();
  expect([reactions.take('7', party(1), null), reactions.take('7', party(1), null), reactions.take('8', party(1), null)]).toEqual([true, false, true]); // prettier-ignore
  expect(reactions.get().map(({ key }) => key)).toEqual(['7 1', '8 1']);
  expect(reactions.take('7', party(2), null)).toBe(true);
  reactions.end('7 1');
  expect(reactions.get().map(({ key }) => key)).toEqual(['8 1', '7 2']);
});

test('at most sixty are shown', () => {
  const reactions = new Reactions();
  for (let number = 1; number <= 100; number += 1) reactions.take('7', party(number), null);
  expect(reactions.get().map(({ key }) => key)).toEqual(Array.from({ length: 60 }, (_, at) => `7 ${at + 41}`));
});

test('a person sends five in a second at most', () => {
  const reactions = new Reactions();
  const sent = Array.from({ length: 100 }, (_, at) => 10_000 + at * 10).filter(
    (now) => reactions.maySend(now) && reactions.take('self', party(now), null),
  );
  expect(sent).toEqual([10_000, 10_200, 10_400, 10_600, 10_800]);
});

test('the same one again and again is announced once', () => {
  const reactions = new Reactions();
  expect([0, 2_000, 4_000, 6_999, 9_999].map((now) => reactions.isSpoken('7', '🎉', now))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(reactions.isSpoken('7', '👍', 10_000)).toBe(true);
});
