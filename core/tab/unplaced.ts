/**
 * Which boxes have no place of their own: those that the engine put somewhere because no placement was given. Such a box stores
 * its center, and is unplaced while that is its center: whatever moves it gives it a place, in any version and any client.
 */
import type { Box } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { centreX, centreY } from './rect.ts';

/** The centers are rounded coordinates of boxes that grow around them. */
const tolerance = 0.5;

export function isUnplaced(box: Box): boolean {
  if (box.unplacedAt === undefined) return false;
  const [x, y] = box.unplacedAt;
  return Math.abs(centreX(box) - x) <= tolerance && Math.abs(centreY(box) - y) <= tolerance;
}

export function asUnplaced(box: Box): Box {
  const [x, y] = [centreX(box), centreY(box)];
  return Math.max(Math.abs(x), Math.abs(y)) > limits.coordinateMax ? box : { ...box, unplacedAt: [x, y] };
}

export function asPlaced<T extends object>(box: T & { unplacedAt?: unknown }): T {
  if (box.unplacedAt === undefined) return box;
  const { unplacedAt: _, ...placed } = box;
  return placed as T;
}
