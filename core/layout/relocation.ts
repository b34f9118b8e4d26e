/** How far a laid-out group moves as a whole so that it overlaps no box that it did not overlap before (SPEC.md). */
import type { Box } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../planning/work.ts';
import { far, lengthAlong, near, sideways } from '../planning/axis.ts';
import type { Direction, SpotPoint } from '../planning/free-spot.ts';
import { defaultGap } from '../placement/spacing.ts';
import { hullOf, overlaps } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';

/** A rectangle of the group, before and after the layout. */
export type RectChange = { readonly was: Rect; readonly is: Rect };

export type LayoutObstacles = {
  readonly tab: Pick<TabView, 'boxesIn'>;
  readonly work: Work;
  /** The frame that contains the group. */
  readonly container: Rect | null;
  /** Boxes that do not count: those that move with the group, and the frames around it. */
  readonly ignored: ReadonlySet<string>;
};

/** True if the group overlaps a box that it did not overlap before. */
export function isBlocked(changes: readonly RectChange[], obstacles: LayoutObstacles): boolean {
  for (const { was, is } of changes) {
    for (const box of obstaclesIn(is, obstacles)) if (overlaps(is, box) && !overlaps(was, box)) return true;
  }
  return false;
}

/** True if a box is closer to the group than the gap and than before. */
export function isCrowded(changes: readonly RectChange[], gap: number, obstacles: LayoutObstacles): boolean {
  const now = distances(changes, 'is', gap, obstacles);
  if (now.size === 0) return false;
  const before = distances(changes, 'was', gap, obstacles);
  return Array.from(now).some(([id, distance]) => distance < (before.get(id) ?? gap));
}

/** How far the group moves right or down; 0,0 if it overlaps nothing new. */
export function relocationOf(changes: readonly RectChange[], obstacles: LayoutObstacles): SpotPoint {
  const hull = hullOf(changes.map(({ is }) => is));
  if (hull === null || !isBlocked(changes, obstacles)) return { x: 0, y: 0 };
  const before = distances(changes, 'was', defaultGap, obstacles);
  const rightwards = distanceAlong('right', hull, before, obstacles);
  const downwards = distanceAlong('down', hull, before, obstacles);
  return rightwards <= downwards ? { x: rightwards, y: 0 } : { x: 0, y: downwards };
}

/** Larger than any canvas. */
const stripLength = 4 * limits.coordinateMax;

/** Distances are multiples of it, so boxes stay on a grid. */
const step = 10;

function* obstaclesIn(rect: Rect, { tab, work, container, ignored }: LayoutObstacles): Generator<Box> {
  for (const box of tab.boxesIn(rect)) {
    if (!work.spend(1)) return;
    if (!ignored.has(box.id) && (container === null || overlaps(box, container))) yield box;
  }
}

/** The distance of the group to each box that is closer than the gap; 0 if they touch or overlap. */
function distances(
  changes: readonly RectChange[],
  when: keyof RectChange,
  gap: number,
  obstacles: LayoutObstacles,
): Map<string, number> {
  const nearest = new Map<string, number>();
  for (const { [when]: rect } of changes) {
    for (const box of obstaclesIn(widened(rect, gap), obstacles)) {
      const distance = Math.max(0, apart(rect, box, 'right'), apart(rect, box, 'down'));
      if (distance < (nearest.get(box.id) ?? gap)) nearest.set(box.id, distance);
    }
  }
  return nearest;
}

/** The distance of two rectangles along the direction; negative if their projections overlap. */
const apart = (a: Rect, b: Rect, direction: Direction): number =>
  Math.max(near(b, direction) - far(a, direction), near(a, direction) - far(b, direction));

const widened = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** How far the rectangle moves until it is free. `before`: its earlier distances to close boxes. */
function distanceAlong(
  direction: 'right' | 'down',
  hull: Rect,
  before: ReadonlyMap<string, number>,
  obstacles: LayoutObstacles,
): number {
  const strip = direction === 'right' ? { ...hull, width: stripLength } : { ...hull, height: stripLength };
  const occupied: Interval[] = [];
  for (const box of obstaclesIn(widened(strip, defaultGap), obstacles)) {
    const gap = before.get(box.id) ?? defaultGap;
    const isBehind = far(box, direction) <= near(hull, direction);
    if (isBehind || apart(box, hull, sideways(direction)) >= gap) continue;
    occupied.push([near(box, direction) - gap - lengthAlong(hull, direction), far(box, direction) + defaultGap]);
  }
  return firstFree(near(hull, direction), occupied);
}

/** An open interval of positions that are occupied. */
type Interval = readonly [from: number, to: number];

/** How far to move from `start`, in whole steps, to a position in none of the intervals. */
function firstFree(start: number, occupied: readonly Interval[]): number {
  let moved = 0;
  for (const [from, to] of occupied.toSorted((a, b) => a[0] - b[0])) {
    if (from >= start + moved) break;
    if (to > start + moved) moved = Math.ceil((to - start) / step) * step;
  }
  return moved;
}
