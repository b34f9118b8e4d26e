import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { compoundTab, type CompoundArrow, type CompoundBox, type CompoundDrawing } from '#test/harness/compound-tab.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';
import { leakyFrames, readabilityOf } from '#test/harness/readability.ts';
import { readDrawing } from '#test/harness/read-drawing.ts';

import { parentsOf } from '../tab/membership.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { layoutDirections } from '../layout/graph.ts';
import { apply, planned } from './drawn.test-support.ts';

const { flow } = await GraphvizEngine.load();

/** Up to 60 boxes in frames up to three levels deep, with arrows anywhere and labels on some of them. */
const anyCompound: fc.Arbitrary<CompoundDrawing> = fc
  .record({
    sizes: fc.array(fc.record({ width: fc.integer({ min: 2, max: 25 }), height: fc.integer({ min: 2, max: 12 }) }), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    }),
    frames: fc.array(fc.nat(), { maxLength: 9 }),
    holders: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
    ends: fc.array(
      fc.record({ from: fc.nat(), to: fc.nat(), label: fc.option(fc.constantFrom('yes', 'no', 'sends the order'), { freq: 3 }) }),
      { maxLength: 90 },
    ),
  })
  .map(({ sizes, frames, holders, ends }) => {
    const members = frames.map((): CompoundBox[] => []);
    const top: CompoundBox[] = [];
    const depths: number[] = [];
    const inner = sizes.map(({ width, height }, at): CompoundBox => ({ id: `b${at}`, width: width * 10, height: height * 10 }));
    for (const [at, box] of inner.entries()) (members[(holders[at] ?? 0) % (frames.length + 1)] ?? top).push(box);
    const nested: number[] = frames.map((holder, at) => {
      const outer = at === 0 ? -1 : (holder % (at + 1)) - 1;
      const isTooDeep = outer === -1 || (depths[outer] ?? 0) > 1;
      depths.push(isTooDeep ? 0 : (depths[outer] ?? 0) + 1);
      return isTooDeep ? -1 : outer;
    });
    const frameOf = (at: number): CompoundBox => ({
      id: `f${at}`,
      label: `Frame ${at}`,
      width: 200,
      height: 120,
      members: [...(members[at] ?? []), ...nested.flatMap((outer, child) => (outer === at ? [frameOf(child)] : []))],
    });
    const isFull = (box: CompoundBox): boolean => box.members === undefined || box.members.some(isFull);
    const boxes = [...top, ...nested.flatMap((outer, at) => (outer === -1 ? [frameOf(at)] : []))].filter(isFull);
    const ids = inner.map(({ id }) => id);
    const arrows = ends.map(({ from, to, label }): CompoundArrow => ({
      from: ids[from % ids.length] ?? '',
      to: ids[to % ids.length] ?? '',
      ...(label === null ? {} : { label }),
    }));
    return { boxes, arrows };
  });

/** The tab after `layout all`. */
function laidOut(drawing: CompoundDrawing, direction: string): TabIndex {
  const tab = compoundTab(drawing);
  apply(tab, planned(tab, `layout all direction=${direction}`, { flow }).edits);
  return tab;
}

const framesOf = (tab: TabIndex): [string, string][] =>
  Array.from(parentsOf(tab), ([id, { id: frame }]): [string, string] => [id, frame]).toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('layout of random compound drawings', () => {
  for (const direction of layoutDirections) {
    test(
      `[OPR103] [OPR105] layout ${direction}: nothing overlaps, frames hold exactly their members, and the result is the same each time`,
      () => {
        fc.assert(
          fc.property(anyCompound, (drawing) => {
            const tab = laidOut(drawing, direction);
            expect(framesOf(tab)).toEqual(framesOf(compoundTab(drawing)));
            const read = readDrawing(tab);
            expect(leakyFrames(read)).toEqual([]);
            expect(readabilityOf({ ...read, arrows: [] }).overlaps).toBe(0);
            expect([...laidOut(drawing, direction).elements()]).toEqual([...tab.elements()]);
          }),
          fuzz(500, 50),
        );
      },
      fuzzTimeout(60_000),
    );
  }
});
