/** The path between two terminals on an empty canvas: straight, or with a bend or two. */
import type { Point } from '#schema/element.ts';

import { isAcross, opposite, outward } from '../arrows/sides.ts';
import type { OrthogonalPath } from './cheapest-path.ts';
import { straightened } from './straightened.ts';
import { sideLine, type Terminal, type TerminalSide } from './terminal.ts';

/** Pixels between two facing sides that a path with two bends needs. */
const leastGap = 16;

/** `isCheapest`: no other path costs less, if nothing is in the way. */
export function directPath(from: Terminal, to: Terminal): { readonly path: OrthogonalPath; readonly isCheapest: boolean } {
  const [out, into] = [preferred(from), preferred(to)];
  const across = isAcross(out.side);
  const [start, end] = [sideLine(from.rect, out.side), sideLine(to.rect, into.side)];
  const gap = (end - start) * (outward[out.side][0] + outward[out.side][1]);
  const faces = into.side === opposite[out.side] && !from.isInward && !to.isInward;
  const at = (along: number, aside: number): Point => (across ? [along, aside] : [aside, along]);
  const result = (points: readonly Point[], isCheapest: boolean): ReturnType<typeof directPath> => ({
    path: { points: straightened(points), out: out.side, into: into.side },
    isCheapest,
  });
  if (into.side === opposite[out.side]) {
    const [low, high] = [Math.max(out.range.low, into.range.low), Math.min(out.range.high, into.range.high)];
    if (low <= high && faces && gap > 0) {
      const line = (low + high) / 2;
      return result([at(start, line), at(end, line)], true);
    }
    const middle = (start + end) / 2;
    const [first, last] = [out.range.desired, into.range.desired];
    return result([at(start, first), at(middle, first), at(middle, last), at(end, last)], faces && gap >= leastGap);
  }
  const [first, last] = [out.range.desired, into.range.desired];
  if (isAcross(into.side) !== across) return result([at(start, first), at(last, first), at(last, end)], false);
  const beyond = (start + end) / 2 + (Math.abs(end - start) / 2 + 24) * (outward[out.side][0] + outward[out.side][1]);
  return result([at(start, first), at(beyond, first), at(beyond, last), at(end, last)], false);
}

function preferred({ sides }: Terminal): TerminalSide {
  const [first, ...others] = sides;
  if (first === undefined) throw new RangeError('a terminal has no side');
  return others.reduce((best, side) => (side.cost < best.cost ? side : best), first);
}
