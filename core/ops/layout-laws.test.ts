import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isContainer } from '#schema/element.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { compoundTab, type CompoundDrawing, fullId } from '#test/harness/compound-tab.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { coveredByLabels, leakyFrames, readabilityOf, tangledPairs } from '#test/harness/readability.ts';
import { readDrawing } from '#test/harness/read-drawing.ts';

import { invertedPairs } from '../layout/inverted-pairs.test-support.ts';
import { layoutDirections } from '../layout/graph.ts';
import { parentsOf } from '../tab/membership.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { anyCompound } from './compound.test-support.ts';
import { apply, planned } from './drawn.test-support.ts';
import { anyScatter, scatteredTab } from './scattered.test-support.ts';

const { flow } = await GraphvizEngine.load();

/** The tab after `layout all`. */
function laidOut(drawing: CompoundDrawing, direction: string): TabIndex {
  const tab = compoundTab(drawing);
  layOut(tab, direction);
  return tab;
}

function layOut(tab: TabIndex, direction: string, before = ''): void {
  apply(tab, planned(tab, `${before}layout all direction=${direction}`, { flow }).edits);
}

const framesOf = (tab: TabIndex): [string, string][] =>
  Array.from(parentsOf(tab), ([id, { id: frame }]): [string, string] => [id, frame]).toSorted(([a], [b]) => (a < b ? -1 : 1));

const placesOf = (tab: TabIndex) =>
  new Map(
    Array.from(tab.boxes())
      .filter((box) => !isContainer(box))
      .map((box) => [box.id, box]),
  );

/** Seeds of drawings in which arrows found no tracks of their own at first, or one cut the corner of a foreign frame. */
const crowded = [
  [560, 'down'],
  [2231, 'right'],
  [2568, 'down'],
  [3854, 'down'],
  [5120, 'down'],
  [5989, 'right'],
] as const;

/** The shares of labels that cover something: the arrows of a random drawing may leave no place between them. */
const [coveredShare, coveredLineShare] = [0.002, 0.04];

function expectReadable(drawing: CompoundDrawing, direction: string): void {
  expect(readabilityOf(readDrawing(laidOut(drawing, direction)))).toMatchObject({ through: 0, foreign: 0, ambiguous: 0 });
}

describe('layout of random compound drawings', () => {
  slowTest.for(crowded)('LY11 drawing %i, laid out %s, as crowded as it is, has no fault', ([seed, direction]) => {
    const [drawing] = fc.sample(anyCompound({ boxes: 1, arrows: 0 }), { seed, numRuns: 1 });
    if (drawing === undefined) throw new Error('no drawing');
    expectReadable(drawing, direction);
  });

  for (const direction of layoutDirections) {
    test(
      `[OPR103] [OPR105] layout ${direction}: nothing overlaps, frames hold exactly their members, and the result is the same each time`,
      () => {
        fc.assert(
          fc.property(anyCompound({ boxes: 1, arrows: 0 }), (drawing) => {
            const tab = laidOut(drawing, direction);
            expect(framesOf(tab)).toEqual(framesOf(compoundTab(drawing)));
            const read = readDrawing(tab);
            expect(leakyFrames(read)).toEqual([]);
            expect(readabilityOf({ ...read, arrows: [] }).overlaps).toBe(0);
            expect([...laidOut(drawing, direction).elements()]).toEqual([...tab.elements()]);
          }),
          fuzz(500, 15),
        );
      },
      fuzzTimeout(60_000),
    );

    test(
      `LY11 layout ${direction}: no drawing has an arrow through a box or a foreign frame, or two arrows on one track`,
      () => {
        fc.assert(
          fc.property(anyCompound({ boxes: 1, arrows: 0 }), (drawing) => expectReadable(drawing, direction)),
          fuzz(500, 15),
        );
      },
      fuzzTimeout(60_000),
    );

    slowTest(
      `LB3 LB4 LB5 layout ${direction}: hardly any label covers a box, a head, another label or the line of another arrow`,
      () => {
        const covered = { boxes: 0, labels: 0, lines: 0, heads: 0 };
        let count = 0;
        fc.assert(
          fc.property(anyCompound({ boxes: 1, arrows: 0 }), (drawing) => {
            const read = readDrawing(laidOut(drawing, direction));
            count += read.arrows.filter(({ label }) => label !== null).length;
            const more = coveredByLabels(read);
            for (const kind of ['boxes', 'labels', 'lines', 'heads'] as const) covered[kind] += more[kind];
          }),
          fuzz(500, 150),
        );
        expect(Math.max(covered.boxes, covered.labels, covered.heads)).toBeLessThanOrEqual(coveredShare * count);
        expect(covered.lines).toBeLessThanOrEqual(1 + coveredLineShare * count);
      },
      fuzzTimeout(60_000),
    );

    slowTest(
      `LY9 layout ${direction}: an arrow that is added after a layout changes the order of few other boxes`,
      () => {
        let [inverted, pairs] = [0, 0];
        fc.assert(
          fc.property(anyCompound({ boxes: 25, arrows: 15 }), fc.nat(), fc.nat(), (drawing, tail, head) => {
            const tab = laidOut(drawing, direction);
            const before = placesOf(tab);
            const [from, to] = [`b${tail % before.size}`, `b${head % before.size}`];
            if (from === to) return;
            layOut(tab, direction, `connect ${fullId(from)} -> ${fullId(to)} line=angled again\n`);
            const [more, of] = invertedPairs(before, placesOf(tab));
            inverted += more;
            pairs += of;
          }),
          fuzz(500, 250),
        );
        expect(inverted / pairs).toBeLessThan(0.06);
      },
      fuzzTimeout(60_000),
    );
  }

  for (const line of ['angled', 'straight'] as const) {
    slowTest(
      `OPR109 layout type:shape of drawings with ${line} arrows that were arranged by hand: fewer cross and pass behind boxes in sum, and the answer warns if one drawing gets worse`,
      () => {
        let [drawings, unfounded] = [0, 0];
        const sum = { before: { crossings: 0, behind: 0 }, after: { crossings: 0, behind: 0 } };
        fc.assert(
          fc.property(
            anyCompound({ boxes: 4, arrows: 2 }),
            anyScatter,
            fc.constantFrom(...layoutDirections),
            (drawing, scatter, direction) => {
              const tab = scatteredTab(drawing, scatter, line);
              const before = tangledPairs(readDrawing(tab));
              const { edits, results } = planned(tab, `layout type:shape direction=${direction}`, {
                flow,
                comparesLayouts: true,
              });
              apply(tab, edits);
              const after = tangledPairs(readDrawing(tab));
              for (const [at, tangled] of [
                ['before', before],
                ['after', after],
              ] as const) {
                sum[at].crossings += tangled.crossings;
                sum[at].behind += tangled.behind;
              }
              const isWorse = after.crossings > before.crossings || after.behind > before.behind;
              const isWarned = results.some(({ code }) => code === 'layout_worse');
              if (isWorse) expect(isWarned).toBe(true);
              drawings += 1;
              if (isWarned && !isWorse) unfounded += 1;
            },
          ),
          fuzz(500, 50),
        );
        expect(unfounded).toBeLessThanOrEqual(0.01 * drawings);
        expect(sum.after.crossings).toBeLessThanOrEqual(sum.before.crossings);
        expect(sum.after.behind).toBeLessThanOrEqual(sum.before.behind);
      },
      fuzzTimeout(60_000),
    );
  }
});
