import { expect, test } from 'vitest';

import type { Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { beamOf, boundBeam } from './laser-beam.ts';

test('a beam has the latest points of a line, and is valid for those who receive it', () => {
  const points = Array.from({ length: 100 }, (_, index): Point => [index / 3, -index]);
  const bound = boundBeam({ line: 4, from: 10, points });
  expect(bound).toMatchObject({ line: 4, from: 110 - limits.laserPoints });
  expect(bound.points.at(-1)).toEqual([33, -99]);
  expect(bound.points).toHaveLength(limits.laserPoints);
  expect(beamOf(JSON.parse(JSON.stringify(bound)))).toEqual(bound);
});
