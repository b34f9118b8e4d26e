/**
 * clear-way: how far a laid-out group must move as a whole so that it lies on no box that it did not lie on before.
 * K1  A box in the way is one that stays, overlaps something of the group now and did not before. Without any, it stays.
 * K2  Else the group's whole rectangle moves right or down, whichever is less, to the first place that is free.
 * K3  Within a frame only what touches the frame is in the way: the frame grows, and clears its own way.
 */
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../changeset/work.ts';
import type { Spot } from '../placement/free-spot.ts';
import { defaultGap } from '../placement/spacing.ts';
import { bottom, overlaps, right } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { hullOf } from './rects.ts';

/** A rectangle of the group: before the layout and as it would be. */
export type Change = { readonly was: Rect; readonly is: Rect };

export type Ground = {
  readonly tab: Pick<TabView, 'boxesIn'>;
  readonly work: Work;
  /** The frame that the group lies in. */
  readonly container: Rect | null;
  /** Boxes that are never in the way: those that move with the group, and the frames around it. */
  readonly ignored: ReadonlySet<string>;
};

/** True when a box is in the way of the group [K1]. */
export function isBlocked(changes: readonly Change[], ground: Ground): boolean {
  for (const { was, is } of changes) {
    for (const box of obstaclesIn(is, ground)) if (overlaps(is, box) && !overlaps(was, box)) return true;
  }
  return false;
}

/** How far right and down the group moves; 0,0 when nothing is in its way [K1–K3]. */
export function clearWay(changes: readonly Change[], ground: Ground): Spot {
  const hull = hullOf(changes.map(({ is }) => is));
  if (hull === null || !isBlocked(changes, ground)) return { x: 0, y: 0 };
  const across: Rect = { ...hull, width: reach };
  const down: Rect = { ...hull, height: reach };
  const toRight = firstFree(
    hull.x,
    hull.width,
    intervals(across, ground, (box) => [box.x, right(box)]),
  );
  const toBottom = firstFree(
    hull.y,
    hull.height,
    intervals(down, ground, (box) => [box.y, bottom(box)]),
  );
  return toRight <= toBottom ? { x: toRight, y: 0 } : { x: 0, y: toBottom };
}

/** Further than any canvas goes. */
const reach = 4 * limits.coordinateMax;

function* obstaclesIn(rect: Rect, { tab, work, container, ignored }: Ground): Generator<Rect> {
  for (const box of tab.boxesIn(rect)) {
    if (!work.spend(1)) return;
    if (!ignored.has(box.id) && (container === null || overlaps(box, container))) yield box;
  }
}

type Interval = readonly [from: number, to: number];

function intervals(strip: Rect, ground: Ground, sideOf: (box: Rect) => Interval): Interval[] {
  const found: Interval[] = [];
  for (const box of obstaclesIn(strip, ground)) if (overlaps(box, strip)) found.push(sideOf(box));
  return found.toSorted((a, b) => a[0] - b[0]);
}

/** How far something of the length moves on from its start until all intervals, which are sorted, are behind or ahead of it. */
function firstFree(start: number, length: number, occupied: readonly Interval[]): number {
  let at = start;
  for (const [from, to] of occupied) {
    if (from >= at + length) break;
    if (to + defaultGap > at) at = start + Math.ceil(to + defaultGap - start);
  }
  return at - start;
}
