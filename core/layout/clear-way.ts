/**
 * clear-way: how far a laid-out group must move as a whole so that it lies on no box that it did not lie on before.
 * K1  A box in the way is one that stays, overlaps something of the group now and did not before. Without any, it stays.
 * K2  Else the group's whole rectangle moves right or down, whichever is less, in steps of ten pixels, to the first place
 *     that is free.
 * K3  Within a frame only what touches the frame is in the way: the frame grows, and clears its own way.
 * K4  There it keeps the default gap to what it stands beside, or the distance that it had before where that was less.
 * K5  Crowded is what is nearer to a box than a gap and than anything of the group was before. That alone moves nothing.
 */
import type { Box } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../planning/work.ts';
import { far, lengthAlong, near, sideways } from '../planning/axis.ts';
import type { Direction, SpotPoint } from '../planning/free-spot.ts';
import { defaultGap } from '../placement/spacing.ts';
import { hullOf, overlaps } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';

/** A rectangle of the group: before the layout and as it would be. */
export type RectChange = { readonly was: Rect; readonly is: Rect };

export type LayoutObstacles = {
  readonly tab: Pick<TabView, 'boxesIn'>;
  readonly work: Work;
  /** The frame that the group lies in. */
  readonly container: Rect | null;
  /** Boxes that are never in the way: those that move with the group, and the frames around it. */
  readonly ignored: ReadonlySet<string>;
};

/** True when a box is in the way of the group [K1]. */
export function isBlocked(changes: readonly RectChange[], ground: LayoutObstacles): boolean {
  for (const { was, is } of changes) {
    for (const box of obstaclesIn(is, ground)) if (overlaps(is, box) && !overlaps(was, box)) return true;
  }
  return false;
}

/** True when a box is nearer to the group than the gap, in pixels, and was not before [K5]. */
export function isCrowded(changes: readonly RectChange[], gap: number, ground: LayoutObstacles): boolean {
  const now = distances(changes, 'is', gap, ground);
  if (now.size === 0) return false;
  const before = distances(changes, 'was', gap, ground);
  return Array.from(now).some(([id, distance]) => distance < (before.get(id) ?? gap));
}

/** How far right and down the group moves; 0,0 when nothing is in its way [K1–K4]. */
export function clearWay(changes: readonly RectChange[], ground: LayoutObstacles): SpotPoint {
  const hull = hullOf(changes.map(({ is }) => is));
  if (hull === null || !isBlocked(changes, ground)) return { x: 0, y: 0 };
  const before = distances(changes, 'was', defaultGap, ground);
  const toRight = wayAlong('right', hull, before, ground);
  const toBottom = wayAlong('down', hull, before, ground);
  return toRight <= toBottom ? { x: toRight, y: 0 } : { x: 0, y: toBottom };
}

/** Further than any canvas goes. */
const reach = 4 * limits.coordinateMax;

/** Moves are multiples of it: what lay on a grid stays on it. */
const step = 10;

function* obstaclesIn(rect: Rect, { tab, work, container, ignored }: LayoutObstacles): Generator<Box> {
  for (const box of tab.boxesIn(rect)) {
    if (!work.spend(1)) return;
    if (!ignored.has(box.id) && (container === null || overlaps(box, container))) yield box;
  }
}

/** How near the group was or is to each box that is nearer than the gap; 0 where they touch or overlap. */
function distances(
  changes: readonly RectChange[],
  when: keyof RectChange,
  gap: number,
  ground: LayoutObstacles,
): Map<string, number> {
  const nearest = new Map<string, number>();
  for (const { [when]: rect } of changes) {
    for (const box of obstaclesIn(widened(rect, gap), ground)) {
      const distance = Math.max(0, apart(rect, box, 'right'), apart(rect, box, 'down'));
      if (distance < (nearest.get(box.id) ?? gap)) nearest.set(box.id, distance);
    }
  }
  return nearest;
}

/** How far one lies from the other along the direction, whichever is first; negative where they share a stretch of it. */
const apart = (a: Rect, b: Rect, direction: Direction): number =>
  Math.max(near(b, direction) - far(a, direction), near(a, direction) - far(b, direction));

const widened = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** How far the rectangle moves until it is free [K2] [K4]. `before`: how near it was to boxes that it was near to. */
function wayAlong(direction: 'right' | 'down', hull: Rect, before: ReadonlyMap<string, number>, ground: LayoutObstacles): number {
  const strip = direction === 'right' ? { ...hull, width: reach } : { ...hull, height: reach };
  const occupied: Interval[] = [];
  for (const box of obstaclesIn(widened(strip, defaultGap), ground)) {
    const gap = before.get(box.id) ?? defaultGap;
    const isBehind = far(box, direction) <= near(hull, direction);
    if (isBehind || apart(box, hull, sideways(direction)) >= gap) continue;
    occupied.push([near(box, direction) - gap - lengthAlong(hull, direction), far(box, direction) + defaultGap]);
  }
  return firstFree(near(hull, direction), occupied);
}

/** Where something must not begin, the ends excepted. */
type Interval = readonly [from: number, to: number];

/** How far something moves on from its start, in whole steps, until it begins in none of the intervals. */
function firstFree(start: number, occupied: readonly Interval[]): number {
  let moved = 0;
  for (const [from, to] of occupied.toSorted((a, b) => a[0] - b[0])) {
    if (from >= start + moved) break;
    if (to > start + moved) moved = Math.ceil((to - start) / step) * step;
  }
  return moved;
}
