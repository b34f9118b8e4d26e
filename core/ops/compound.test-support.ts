/** compound: random drawings of boxes in frames up to three levels deep, with arrows anywhere and labels on some of them. */
import fc from 'fast-check';

import type { CompoundArrow, CompoundBox, CompoundDrawing } from '#test/harness/compound-tab.ts';

const boxesMost = 60;
const arrowsMost = 90;
/** With more arrows than this for each box, no drawing could be read. */
const arrowsPerBox = 1.5;
const framesMost = 9;
const deepest = 3;

/** Up to 60 boxes; `fewest`: the least number of boxes and of arrows. */
export const anyCompound = (fewest: { readonly boxes: number; readonly arrows: number }): fc.Arbitrary<CompoundDrawing> =>
  fc
    .record({
      sizes: fc.array(fc.record({ width: fc.integer({ min: 2, max: 25 }), height: fc.integer({ min: 2, max: 12 }) }), {
        minLength: fewest.boxes,
        maxLength: boxesMost,
        size: 'max',
      }),
      frames: fc.array(fc.nat(), { maxLength: framesMost }),
      holders: fc.array(fc.nat(), { minLength: boxesMost, maxLength: boxesMost }),
      ends: fc.array(
        fc.record({
          from: fc.nat(),
          to: fc.nat(),
          label: fc.option(fc.constantFrom('yes', 'no', 'sends the order'), { freq: 3 }),
        }),
        { minLength: fewest.arrows, maxLength: arrowsMost, size: 'max' },
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
        const isTooDeep = outer === -1 || (depths[outer] ?? 0) + 1 >= deepest;
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
      const mostHere = Math.max(fewest.arrows, Math.ceil(arrowsPerBox * sizes.length));
      const arrows = ends.slice(0, mostHere).map(({ from, to, label }): CompoundArrow => ({
        from: ids[from % ids.length] ?? '',
        to: ids[to % ids.length] ?? '',
        ...(label === null ? {} : { label }),
      }));
      return { boxes, arrows };
    });
