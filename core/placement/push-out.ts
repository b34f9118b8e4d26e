/** push-out: displaces a box, with its members if it is a frame or lane, out of the way of another frame. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import type { Container } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';
import { far, near } from '../planning/axis.ts';
import type { Direction } from '../planning/free-spot.ts';
import { makeWay, type DisplacedBox, type Seeds } from './make-way.ts';
import { defaultGap } from './spacing.ts';

export type Barred = { readonly locked: Box | null };

/**
 * Returns the boxes that move or grow so that `extent`, the box with everything that it carries, is clear of the frame, or else
 * the locked box that prevents it.
 */
export function pushOut(
  box: Box,
  extent: Rect,
  of: Container,
  bounds: Required<Pick<Seeds, 'fixed' | 'leftIds' | 'members'>>,
  tab: TabView,
  planning: Planning,
): ReadonlyMap<string, DisplacedBox> | Barred {
  let locked: Box | null = null;
  planning.work.spend(tab.size / 10);
  const ways = directions.map((direction) => ({
    direction,
    distance: Math.ceil(far(of, direction) + defaultGap - near(extent, direction)),
  }));
  for (const way of ways.toSorted((a, b) => a.distance - b.distance)) {
    const changes = makeWay(tab, { movedBoxes: [box], ...bounds }, way, planning.work);
    if (changes === null) continue;
    const barred = Array.from(changes.values(), (change) => change.box).find((moved) => planning.isLocked(moved));
    if (barred === undefined) return changes;
    locked ??= barred;
  }
  return { locked };
}

/** In the order in which equally long ways are tried. */
const directions: readonly Direction[] = ['right', 'down', 'left', 'up'];
