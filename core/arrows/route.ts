/** The line of an arrow on a tab. SPEC.md has the rules. */
import type { Arrow, Box, Point, Side } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { TabView } from '../tab/view.ts';
import { anchorOf } from './anchor.ts';
import { isAcross, outward } from './sides.ts';
import { bends, bundledSides } from './bundling.ts';
import { curveThrough, flattenCurve } from './curved.ts';
import { type End, type PinnedTo, type RouteEnds, endsOf } from './ends.ts';
import { facingSides, facingSidesToBend } from './facing-sides.ts';
import { alignedOffsets } from './aligned-offsets.ts';
import { messageLine } from './message-line.ts';
import { loopRoute } from './loop.ts';
import { simplifyPolyline } from './polyline.ts';
import type { ParallelPlace } from './parallel-offset.ts';

export type RouteTab = Pick<TabView, 'get' | 'boxesIn' | 'arrowsAt'> & {
  /** The route of an angled arrow between two boxes or points, without way-points (core/drawing). */
  readonly angledRoute: (arrow: Arrow) => readonly Point[];
};

export type ArrowRoute = {
  readonly ends: RouteEnds;
  /** The corners of the line; empty, or at least two points. */
  readonly points: Point[];
  /** Control points of a curved line (curved.ts); null for other lines. */
  readonly curve: Point[] | null;
  /** Apart from those at its ends, boxes outside of this rectangle do not affect the route; null if none do. */
  readonly region: Rect | null;
};

/** A box, or a point, which a line can leave in any direction. */
type AngledEnd = PinnedTo | { readonly kind: 'point'; readonly point: Point };

const spreadStep = 20;
const stub = 60;

/** The route of an arrow whose place among its siblings is known. */
export function routeAt(arrow: Arrow, spread: ParallelPlace, tab: RouteTab): ArrowRoute {
  const ends = endsOf(arrow, tab);
  const message = messageLine(arrow, ends);
  if (message !== null) return plain(ends, message);
  const through = arrow.points ?? [];
  const { from, to } = ends;
  if (from.kind === 'box' && to.kind === 'box' && from.box.id === to.box.id && through.length === 0) {
    return loopRoute(from, to, spread, tab);
  }
  const [first, last] = [through[0], through.at(-1)];
  const start = from.kind === 'dangling' ? beside(to, first, 'left') : from;
  const finish = to.kind === 'dangling' ? beside(from, last, 'right') : to;
  if (start === null || finish === null) return plain(ends, []);
  const offset = offsetOf(spread, start, finish);
  const facing = sidesOf(arrow, start, finish, tab);
  if (arrow.line === 'angled' && first === undefined) {
    const isStub = from.kind === 'dangling' || to.kind === 'dangling';
    return plain(ends, isStub ? stubBetween(start, finish, facing) : [...tab.angledRoute(arrow)]);
  }
  const out = start.kind === 'box' ? (start.side ?? (first === undefined ? facing[0] : facingPoint(start.box, first))) : null;
  const into = finish.kind === 'box' ? (finish.side ?? (last === undefined ? facing[1] : facingPoint(finish.box, last))) : null;
  const [startBy, finishBy] =
    start.kind === 'box' && finish.kind === 'box' && first === undefined && out !== null && into !== null
      ? alignedOffsets(start.box, out, finish.box, into, arrow.line ?? 'straight')
      : [0, 0];
  const points = [pointOf(start, out, offset + startBy), ...through, pointOf(finish, into, offset + finishBy)];
  if (arrow.line === 'angled') return plain(ends, squared(points, out, into));
  if (arrow.line !== 'curved') return plain(ends, points);
  const curve = curveThrough(points, out, into);
  return { ends, points: flattenCurve(curve), curve, region: null };
}

/** The sides on which the ends face each other; those of two boxes also depend on their other arrows (bundling.ts). */
function sidesOf(arrow: Arrow, start: AngledEnd, finish: AngledEnd, tab: RouteTab): [Side, Side] {
  if (start.kind === 'box' && finish.kind === 'box') return bundledSides(arrow, start, finish, tab);
  return (bends(arrow.line) ? facingSidesToBend : facingSides)(rectOf(start), rectOf(finish));
}

/** The line between an end and the stub's end beside it. */
function stubBetween(start: AngledEnd, finish: AngledEnd, facing: readonly [Side, Side]): Point[] {
  const out = start.kind === 'box' ? (start.side ?? facing[0]) : null;
  const into = finish.kind === 'box' ? (finish.side ?? facing[1]) : null;
  return [pointOf(start, out, 0), pointOf(finish, into, 0)];
}

const plain = (ends: RouteEnds, points: Point[]): ArrowRoute => ({ ends, points, curve: null, region: null });

/** Where a dangling end is drawn: at the way-point next to it, otherwise beside the other end. */
function beside(other: End, next: Point | undefined, side: Side): AngledEnd | null {
  if (next !== undefined) return { kind: 'point', point: next };
  if (other.kind === 'dangling') return null;
  const leaving = other.kind === 'box' ? (other.side ?? side) : side;
  const [x, y] = pointOf(other, leaving, 0);
  const [outX, outY] = outward[leaving];
  return { kind: 'point', point: [x + outX * stub, y + outY * stub] };
}

/** How far the arrow is from the middle of its sides, in pixels. */
function offsetOf({ rank, count }: ParallelPlace, start: AngledEnd, finish: AngledEnd): number {
  if (count <= 1) return 0;
  const room = Math.min(...[rectOf(start), rectOf(finish)].flatMap((rect) => [rect.width, rect.height]));
  return (rank - (count - 1) / 2) * Math.min(spreadStep, (0.8 * room) / count);
}

/** The points joined by horizontal and vertical parts; the first and last leave and enter their sides at right angles. */
function squared(points: readonly Point[], out: Side | null, into: Side | null): Point[] {
  const corners: Point[] = [];
  let across = out === null || isAcross(out);
  for (const [index, point] of points.entries()) {
    const from = corners.at(-1);
    if (from !== undefined && from[0] !== point[0] && from[1] !== point[1]) {
      if (index === points.length - 1 && into !== null) across = !isAcross(into);
      corners.push(across ? [point[0], from[1]] : [from[0], point[1]]);
      across = !across;
    }
    corners.push(point);
  }
  const line = simplifyPolyline(corners);
  return line.length > 1 ? line : [...line, ...line];
}

const facingPoint = (box: Box, [x, y]: Point): Side => facingSides(box, { x, y, width: 0, height: 0 })[0];

/** The rectangle of an end; empty for a point. */
const rectOf = (end: AngledEnd): Rect =>
  end.kind === 'box' ? end.box : { x: end.point[0], y: end.point[1], width: 0, height: 0 };

const pointOf = (end: AngledEnd, side: Side | null, offset: number): Point =>
  end.kind === 'box' ? placeOn(end, side ?? 'right', offset) : end.point;

/** An offset that the arrow names takes precedence over one that separates it from others. */
const placeOn = ({ box, offset: named }: PinnedTo, side: Side, offset: number): Point =>
  named === null ? anchorOf(box, side, offset) : anchorOf(box, side, named, 1);
