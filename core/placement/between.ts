/**
 * between: where a new element goes that is put between two boxes.
 * B1  The flow runs from the middle of the first box to that of the second, in the way in which they lie further apart.
 *     From one lane to another it runs the way of the first lane, forwards or back: elements stay in their lanes.
 * B2  The level is the smallest frame or lane that holds both, or the tab. Each end stands there as what holds it: the
 *     element goes between these two, on that level.
 * B3  Where these two lie beside each other (lanes, with an arrow from one to the other), it goes between what they hold,
 *     and belongs to the frame or lane of the first.
 * B4  Sideways it is in line with the middle between the centres of both boxes; by B3, and where one holds the other, with
 *     the one that it lies beside.
 * B5  A box that holds the other one, or is the other one, has no edge to go by: the element goes right before the second,
 *     or right after the first.
 */
import { type Box, isContainer } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { directionTo, far, middle, near, opposite } from '../planning/axis.ts';
import { flowAfter } from './arrow-direction.ts';
import type { Direction } from '../planning/free-spot.ts';

export type Gap = {
  readonly direction: Direction;
  /** The frame or lane that holds both ends; null is the tab. */
  readonly level: Container | null;
  /** The frame or lane that the new element belongs to; null for none. */
  readonly home: Container | null;
  /** What the new element comes after and before; null by B5. */
  readonly first: Box | null;
  readonly second: Box | null;
  /** The boxes with whose centres it is in line [B4]. */
  readonly inLineWith: readonly Box[];
};

export function gapBetween(a: Box, b: Box, planning: Planning): Gap {
  const { draft, work } = planning;
  const fromA: Box[] = [a, ...ancestorsOf(a, draft, work.spend)];
  const fromB: Box[] = [b, ...ancestorsOf(b, draft, work.spend)];
  const level = levelOf(fromA, fromB);
  const pathA = within(fromA, level);
  const pathB = a.id === b.id ? [] : within(fromB, level);
  const direction = alongLanes(a, b, pathA.at(-1), pathB.at(-1)) ?? directionTo(a, b) ?? flowAfter(a, draft, work);
  let [outA, outB] = [pathA.length - 1, pathB.length - 1];
  while ((outA > 0 || outB > 0) && areBeside(pathA[outA], pathB[outB], direction)) {
    outA = Math.max(0, outA - 1);
    outB = Math.max(0, outB - 1);
  }
  const [first, second] = [pathA[outA] ?? null, pathB[outB] ?? null];
  const [homeA, homeB] = [pathA[outA + 1], pathB[outB + 1]];
  const home = homeA ?? homeB;
  const isBesideA = homeA !== undefined || (homeB === undefined && second === null);
  const isBesideB = !isBesideA && (homeB !== undefined || first === null);
  return {
    direction,
    level,
    home: home !== undefined && isContainer(home) ? home : level,
    first,
    second,
    inLineWith: isBesideA ? [a] : isBesideB ? [b] : [a, b],
  };
}

/** The line halfway between the two, along the direction; where there is but one, its edge. */
export function lineOf({ direction, first, second }: Gap): number {
  if (first === null) return second === null ? 0 : near(second, direction);
  return second === null ? far(first, direction) : (far(first, direction) + near(second, direction)) / 2;
}

/** The way from a box in one lane to a box in another; null when they do not lie in two lanes. */
function alongLanes(a: Box, b: Box, laneA: Box | undefined, laneB: Box | undefined): Direction | null {
  if (laneA?.type !== 'lane' || laneB?.type !== 'lane' || laneA.id === a.id || laneB.id === b.id) return null;
  const forwards = laneA.direction ?? 'right';
  return middle(b, forwards) >= middle(a, forwards) ? forwards : opposite[forwards];
}

function levelOf(fromA: readonly Box[], fromB: readonly Box[]): Container | null {
  const isSame = fromA[0]?.id === fromB[0]?.id;
  const ids = new Set(fromB.map(({ id }) => id));
  const level = isSame ? fromA[1] : fromA.find(({ id }) => ids.has(id));
  return level !== undefined && isContainer(level) ? level : null;
}

function within(path: readonly Box[], level: Container | null): Box[] {
  const end = path.findIndex(({ id }) => id === level?.id);
  return end === -1 ? [...path] : path.slice(0, end);
}

const areBeside = (a: Box | undefined, b: Box | undefined, direction: Direction): boolean =>
  a !== undefined && b !== undefined && far(a, direction) > near(b, direction);
