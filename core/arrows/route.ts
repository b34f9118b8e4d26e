/**
 * route: the line that an arrow draws on a tab.
 * R1  It runs from anchor to anchor through the way-points: straight (unless the arrow says otherwise), angled or curved.
 * R2  A pinned end lies on the side that the arrow names, else on the one that faces the other end or the next way-point.
 * R3  Arrows between the same two boxes lie side by side (parallel-offset.ts).
 * R4  An arrow from a box to itself is a loop at its upper right corner; each further one is larger.
 * R5  An end that dangles draws a stub of 60 pixels beside the other end, or nothing beyond the last way-point; an arrow
 *     of which both ends dangle and that has no way-points draws nothing: its route is empty.
 * R6  The same tab and arrow give the same points, finite for every valid tab.
 */
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
import { simplifyPolyline } from './polyline.ts';
import type { ParallelPlace } from './parallel-offset.ts';

export type RouteTab = Pick<TabView, 'get' | 'boxesIn' | 'arrowsAt'> & {
  /** The route of an angled arrow between two boxes or points, without way-points (core/drawing). */
  readonly angledRoute: (arrow: Arrow) => readonly Point[];
};

export type ArrowRoute = {
  readonly ends: RouteEnds;
  /** The line as straight parts; empty or at least two points. */
  readonly points: Point[];
  /** Control points of a curved line (curved.ts), else null. */
  readonly curve: Point[] | null;
  /** Boxes outside of this rectangle have no bearing on the route, but for those at its ends. */
  readonly region: Rect | null;
};

/** A pinned box, or a free point, which can be left in any direction. */
type AngledEnd = PinnedTo | { readonly kind: 'point'; readonly point: Point };

const spreadStep = 20;
const stub = 60;
const loopSize = 24;

/** The route of an arrow whose place among its siblings is known. */
export function routeAt(arrow: Arrow, spread: ParallelPlace, tab: RouteTab): ArrowRoute {
  const ends = endsOf(arrow, tab);
  const through = arrow.points ?? [];
  const { from, to } = ends;
  if (from.kind === 'box' && to.kind === 'box' && from.box.id === to.box.id && through.length === 0) {
    return plain(ends, loopAt(from.box, spread.rank));
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

/** The sides on which the ends face each other [R2]; those of two boxes depend on their other arrows too (bundling.ts). */
function sidesOf(arrow: Arrow, start: AngledEnd, finish: AngledEnd, tab: RouteTab): [Side, Side] {
  if (start.kind === 'box' && finish.kind === 'box') return bundledSides(arrow, start, finish, tab);
  return (bends(arrow.line) ? facingSidesToBend : facingSides)(rectOf(start), rectOf(finish));
}

/** The straight line between an end and the point beside it. */
function stubBetween(start: AngledEnd, finish: AngledEnd, facing: readonly [Side, Side]): Point[] {
  const out = start.kind === 'box' ? (start.side ?? facing[0]) : null;
  const into = finish.kind === 'box' ? (finish.side ?? facing[1]) : null;
  return [pointOf(start, out, 0), pointOf(finish, into, 0)];
}

const plain = (ends: RouteEnds, points: Point[]): ArrowRoute => ({ ends, points, curve: null, region: null });

/** Where an end that dangles is drawn: on the way-point next to it, else on a side of the other end. */
function beside(other: End, next: Point | undefined, side: Side): AngledEnd | null {
  if (next !== undefined) return { kind: 'point', point: next };
  if (other.kind === 'dangling') return null;
  const away = other.kind === 'box' ? (other.side ?? side) : side;
  const [x, y] = pointOf(other, away, 0);
  const [outX, outY] = outward[away];
  return { kind: 'point', point: [x + outX * stub, y + outY * stub] };
}

/** Out of the right side, around the corner, into the top. */
function loopAt(box: Box, rank: number): Point[] {
  const out = anchorOf(box, 'right', 0);
  const into = anchorOf(box, 'top', 0);
  const by = loopSize + rank * (loopSize / 2);
  const [farX, farY] = [box.x + box.width + by, box.y - by];
  return [out, [farX, out[1]], [farX, farY], [into[0], farY], into];
}

/** How far aside of the middle of its sides the arrow lies. */
function offsetOf({ rank, count }: ParallelPlace, start: AngledEnd, finish: AngledEnd): number {
  if (count <= 1) return 0;
  const room = Math.min(...[rectOf(start), rectOf(finish)].flatMap((rect) => [rect.width, rect.height]));
  return (rank - (count - 1) / 2) * Math.min(spreadStep, (0.8 * room) / count);
}

/** The points joined by level and upright parts; the first and last leave and enter their sides straight. */
function squared(points: readonly Point[], out: Side | null, into: Side | null): Point[] {
  const way: Point[] = [];
  let across = out === null || isAcross(out);
  for (const [index, point] of points.entries()) {
    const from = way.at(-1);
    if (from !== undefined && from[0] !== point[0] && from[1] !== point[1]) {
      if (index === points.length - 1 && into !== null) across = !isAcross(into);
      way.push(across ? [point[0], from[1]] : [from[0], point[1]]);
      across = !across;
    }
    way.push(point);
  }
  const kept = simplifyPolyline(way);
  return kept.length > 1 ? kept : [...kept, ...kept];
}

const facingPoint = (box: Box, [x, y]: Point): Side => facingSides(box, { x, y, width: 0, height: 0 })[0];

/** The rectangle of an end; that of a point has no size. */
const rectOf = (end: AngledEnd): Rect =>
  end.kind === 'box' ? end.box : { x: end.point[0], y: end.point[1], width: 0, height: 0 };

const pointOf = (end: AngledEnd, side: Side | null, offset: number): Point =>
  end.kind === 'box' ? placeOn(end, side ?? 'right', offset) : end.point;

/** An offset that the arrow names counts more than one that sets it apart from others. */
const placeOn = ({ box, offset: named }: PinnedTo, side: Side, offset: number): Point =>
  named === null ? anchorOf(box, side, offset) : anchorOf(box, side, named, 1);
