/** Gives a bend to a straight line between two boxes that leaves the lines beside it no room. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { grown, holdsPoint, overlaps } from '../tab/rect.ts';
import type { ArrowPath, PathEnd } from './arrow-path.ts';
import { leastTrackGap } from './track-order.ts';
import { fits, type TrackComponent } from './track-placement.ts';
import type { TrackAxis, TrackGround, TrackSegment } from './track-segment.ts';

/** A straight line with more room than this to move aside does not need a bend. */
const crampedWidth = 24;
/** Shares of the line at which it may bend. */
const bendShares = [0.5, 0.35, 0.65] as const;

/** The path that gets a bend, if the tracks of the component do not fit; null if they do, or no bend helps. */
export function bendInCrowd(component: TrackComponent, axis: TrackAxis, ground: TrackGround): ArrowPath | null {
  if (component.pairs.length === 0 || fits(component, leastTrackGap)) return null;
  const [narrowest] = component.members
    .filter(isCramped)
    .toSorted((a, b) => a.high - a.low - (b.high - b.low) || (a.path.id < b.path.id ? -1 : 1));
  return narrowest === undefined ? null : bentPath(narrowest, axis, ground);
}

/** Whether a segment is a straight line that could not make room for others. */
export function isCramped({ path: { points, start, finish }, start: from, end: to, low, high }: TrackSegment): boolean {
  if (start === null || finish === null || points.length !== 2 || to - from < 2 * leastTrackGap + 16) return false;
  const room = Math.min(start.range.high - start.range.low, finish.range.high - finish.range.low);
  return high - low < Math.min(room - leastTrackGap, crampedWidth);
}

function bentPath({ path, start, end }: TrackSegment, axis: TrackAxis, { wallsIn, bordersIn }: TrackGround): ArrowPath | null {
  const [a, b] = path.points;
  if (a === undefined || b === undefined) return null;
  const [from, to] = [middleOf(path.start), middleOf(path.finish)];
  const along = axis === 0 ? 1 : 0;
  const at = (position: number, other: number): Point => (axis === 0 ? [position, other] : [other, position]);
  for (const share of bendShares) {
    const middle = start + (end - start) * share;
    const points = [at(from, a[along]), at(from, middle), at(to, middle), at(to, b[along])];
    const isFree = points.every((point, index) => index === 0 || isClear(points[index - 1] ?? point, point, wallsIn));
    if (isFree && !entersFrame(points, bordersIn)) return { ...path, points };
  }
  return null;
}

const middleOf = (end: PathEnd | null): number => end?.range.desired ?? 0;

/** Whether a line leads through a frame that holds neither of its ends. */
function entersFrame(points: readonly Point[], bordersIn: TrackGround['bordersIn']): boolean {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return false;
  for (const frame of bordersIn(boundsOf(points))) {
    if (holdsPoint(frame, first[0], first[1]) || holdsPoint(frame, last[0], last[1])) continue;
    if (points.some((point, index) => index > 0 && overlaps(frame, grown(boundsOf([points[index - 1] ?? point, point]), 1))))
      return true;
  }
  return false;
}

/** Whether a part keeps its distance from all walls; it may begin or end on the border of one. */
function isClear(a: Point, b: Point, wallsIn: TrackGround['wallsIn']): boolean {
  const around = grown(boundsOf([a, b]), leastTrackGap / 2);
  const shortened = leastTrackGap / 2 + 1;
  const area: Rect =
    a[0] === b[0]
      ? { ...around, y: around.y + shortened, height: Math.max(0, around.height - 2 * shortened) }
      : { ...around, x: around.x + shortened, width: Math.max(0, around.width - 2 * shortened) };
  for (const wall of wallsIn(area)) if (overlaps(wall, area)) return false;
  return true;
}
