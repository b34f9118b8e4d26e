import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Deletions } from '#schema/ydoc/struct-store.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { deletionsOf, difference, union } from './deletions.ts';

const ranges = fc.array(
  fc.record({
    client: fc.integer({ min: 1, max: 3 }),
    clock: fc.integer({ min: 0, max: 40 }),
    len: fc.integer({ min: 1, max: 6 }),
  }),
);

const clocksOf = (all: Iterable<{ readonly client: number; readonly clock: number; readonly len: number }>): Set<string> =>
  new Set(Array.from(all, ({ client, clock, len }) => Array.from({ length: len }, (_, at) => `${client}.${clock + at}`)).flat());

const rangesOf = ({ clients }: Deletions) =>
  [...clients].flatMap(([client, list]) => list.map(({ clock, len }) => ({ client, clock, len })));

test('a union has the clocks of both sets, a difference those of the first alone', () => {
  fc.assert(
    fc.property(ranges, ranges, (first, second) => {
      const [a, b] = [clocksOf(first), clocksOf(second)];
      const [one, two] = [deletionsOf(first), deletionsOf(second)];
      expect(clocksOf(rangesOf(union(one, two)))).toEqual(new Set([...a, ...b]));
      expect(clocksOf(difference(one, two))).toEqual(new Set([...a].filter((clock) => !b.has(clock))));
    }),
    fuzz(),
  );
});
