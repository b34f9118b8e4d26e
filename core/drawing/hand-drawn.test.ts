import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { readDrawing } from '#test/harness/read-drawing.ts';
import { readabilityOf } from '#test/harness/readability.ts';
import { sharedTracks } from '#test/harness/shared-tracks.ts';

import { anyCompound } from '../ops/compound.test-support.ts';
import { anyScatter, scatteredTab } from '../ops/scattered.test-support.ts';

/** Room that a line has to itself, with its neighbors and what bounds the channel at the edge of it. */
const room = 8;

const anyDrawing = fc.tuple(anyCompound({ boxes: 4, arrows: 2 }), anyScatter);

function expectDistinct(drawing: Parameters<typeof scatteredTab>[0], scatter: Parameters<typeof scatteredTab>[1]): void {
  const read = readDrawing(scatteredTab(drawing, scatter, 'angled'));
  expect(sharedTracks(read, room)).toEqual([]);
  expect(readabilityOf(read)).toMatchObject({ overlaps: 0, through: 0 });
}

/** Seeds, and which drawing of the seed, in which arrows found no tracks of their own at first. */
const crowded = [
  [1, 593],
  [100, 1],
  [355, 1],
  [388, 1],
  [741, 1],
  [804, 1],
  [873, 1],
  [1534, 1],
  [5859, 1],
  [6599, 1],
] as const;

test.for(crowded)('RT7 in drawing %i.%i, as crowded as it is, no arrows share a track where there is room', ([seed, numRuns]) => {
  const drawing = fc.sample(anyDrawing, { seed, numRuns }).at(-1);
  if (drawing === undefined) throw new Error('no drawing');
  expectDistinct(...drawing);
});

slowTest(
  'RT3 RT7 AR17 between boxes that were put anywhere, no arrow passes through a box or shares a track where there is room',
  () =>
    fc.assert(
      fc.property(anyDrawing, ([drawing, scatter]) => expectDistinct(drawing, scatter)),
      fuzz(1_000, 60),
    ),
  fuzzTimeout(60_000),
);
