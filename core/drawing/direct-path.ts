/** The path between two terminals on an empty canvas: straight, or with a bend or two. */
import type { Point } from '#schema/element.ts';

import { isAcross, opposite, outward } from '../arrows/sides.ts';
import type { OrthogonalPath } from './cheapest-path.ts';
import { clearance } from './clearance-grid.ts';
import { straightened } from './straightened.ts';
import { sideLine, type Terminal, type TerminalSide } from './terminal.ts';

/** Pixels between two facing sides that a path with two bends needs. */
const leastGap = 16;

export type DirectPath = {
  readonly path: OrthogonalPath;
  /** It is taken if nothing is in the way: between the sides that face each other, a second bend is no matter. */
  readonly isPreferred: boolean;
};

/** The direct paths between the preferred sides, at least one. Those that are preferred cost the same. */
export function* directPaths(from: Terminal, to: Terminal): Generator<DirectPath> {
  const [out, into] = [preferred(from), preferred(to)];
  const across = isAcross(out.side);
  const [start, end] = [sideLine(from.rect, out.side), sideLine(to.rect, into.side)];
  const sign = outward[out.side][0] + outward[out.side][1];
  const at = (along: number, aside: number): Point => (across ? [along, aside] : [aside, along]);
  const result = (points: readonly Point[], isPreferred: boolean): DirectPath => ({
    path: { points: straightened(points), out: out.side, into: into.side },
    isPreferred,
  });
  const [first, last] = [out.range.desired, into.range.desired];
  if (into.side === opposite[out.side]) {
    const gap = (end - start) * sign;
    const faces = gap > 0 && !from.isInward && !to.isInward;
    const [low, high] = [Math.max(out.range.low, into.range.low), Math.min(out.range.high, into.range.high)];
    if (low <= high && faces) {
      const line = (low + high) / 2;
      yield result([at(start, line), at(end, line)], true);
      return;
    }
    // From a point, and to one, a path with one bend costs less.
    const isFlow = faces && gap >= leastGap && from.box !== null && to.box !== null;
    const middles = [(start + end) / 2];
    if (isFlow && gap >= 4 * clearance) middles.push(start + sign * clearance, end - sign * clearance);
    for (const middle of middles) yield result([at(start, first), at(middle, first), at(middle, last), at(end, last)], isFlow);
  } else if (isAcross(into.side) !== across) {
    yield result([at(start, first), at(last, first), at(last, end)], false);
  } else {
    const beyond = (start + end) / 2 + (Math.abs(end - start) / 2 + 24) * sign;
    yield result([at(start, first), at(beyond, first), at(beyond, last), at(end, last)], false);
  }
}

function preferred({ sides }: Terminal): TerminalSide {
  const [first, ...others] = sides;
  if (first === undefined) throw new RangeError('a terminal has no side');
  return others.reduce((best, side) => (side.cost < best.cost ? side : best), first);
}
