/**
 * between: finds the place of a new element between two boxes (SPEC.md).
 *
 * The level is the smallest frame or lane that contains both boxes, or the tab. On that level each box is represented by itself
 * or by the frame around it, and the element goes between these two. If they overlap along the flow, as lanes do, it goes
 * between their contents and belongs to the frame or lane of the first. If one contains the other or both are the same box, it
 * goes directly before the second or after the first.
 */
import { type Box, isContainer } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, type Container } from '../tab/membership.ts';
import { directionTo, far, middle, near, opposite } from '../planning/axis.ts';
import { flowAfter } from './arrow-direction.ts';
import type { Direction } from '../planning/free-spot.ts';

export type Gap = {
  readonly direction: Direction;
  /** The frame or lane that contains both ends; null is the tab. */
  readonly level: Container | null;
  /** The frame or lane that the new element belongs to; null for none. */
  readonly home: Container | null;
  /** The boxes that the new element comes after and before; null if it is adjacent to only one of them. */
  readonly first: Box | null;
  readonly second: Box | null;
  /** The boxes with whose centers it is in line. */
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

/** The line halfway between the two along the direction, or the edge of the only one. */
export function lineOf({ direction, first, second }: Gap): number {
  if (first === null) return second === null ? 0 : near(second, direction);
  return second === null ? far(first, direction) : (far(first, direction) + near(second, direction)) / 2;
}

/** The direction from a box in one lane to a box in another; null if they are not in two lanes. */
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
