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

/** The share of drawings in which two arrows may have one track all the same: one of 10,000 has been seen. */
const sharedShare = 0.001;
/** Seeds of drawings in which arrows found no tracks of their own at first. */
const crowded = [100, 355, 388, 741, 804, 873, 1534, 5859, 6599];

test.for(crowded)('RT7 in drawing %i, as crowded as it is, no arrows share a track where there is room', (seed) => {
  const [drawing] = fc.sample(fc.tuple(anyCompound({ boxes: 4, arrows: 2 }), anyScatter), { seed, numRuns: 1 });
  if (drawing === undefined) throw new Error('no drawing');
  const read = readDrawing(scatteredTab(...drawing, 'angled'));
  expect(sharedTracks(read, room)).toEqual([]);
  expect(readabilityOf(read)).toMatchObject({ overlaps: 0, through: 0 });
});

slowTest(
  'RT3 RT7 AR17 between boxes that were put anywhere, no arrow passes through a box, and next to none share a track where there is room',
  () => {
    let [drawings, shared] = [0, 0];
    fc.assert(
      fc.property(anyCompound({ boxes: 4, arrows: 2 }), anyScatter, (drawing, scatter) => {
        const read = readDrawing(scatteredTab(drawing, scatter, 'angled'));
        expect(readabilityOf(read)).toMatchObject({ overlaps: 0, through: 0 });
        drawings += 1;
        if (sharedTracks(read, room).length > 0) shared += 1;
      }),
      fuzz(1_000, 60),
    );
    expect(shared).toBeLessThanOrEqual(sharedShare * drawings);
  },
  fuzzTimeout(60_000),
);
