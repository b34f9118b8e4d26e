/** place-box: finds the position of a box that an operation adds or moves (SPEC.md). */
import { type Box, isArrow } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOperand } from '../selectors/select.ts';
import { ancestorsOf } from '../tab/membership.ts';
import { bottom, centreX, centreY, right } from '../tab/rect.ts';
import { flowAfter } from './arrow-direction.ts';
import { type Direction, type Obstacles, slide, type SpotPoint } from '../planning/free-spot.ts';
import { placeInside } from './frame-slot.ts';
import { gapBeside } from './label-room.ts';
import type { Placement, PlaceRelation } from '../notation/place.ts';
import { defaultGap } from './spacing.ts';

/** The box to place: its id, label and size, and its current position if it has one. */
export type BoxToPlace = Size & { readonly id: string; readonly label?: string | undefined; readonly now: SpotPoint | null };

/**
 * Returns the top-left corner. Boxes in `moved` are no obstacles, as they move themselves.
 *
 * Refuses with parse_error, target_not_found, target_ambiguous, invalid_value, element_locked, invalid_result.
 */
export function placeBox(
  box: BoxToPlace,
  place: Placement | undefined,
  planning: Planning,
  moved: ReadonlySet<string> = new Set(),
): SpotPoint | Problem {
  if (place === undefined) return placeByDefault(box, planning, moved);
  if (place.rel === 'at') return placeAt(box, place, planning);
  const reference = selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  if (isArrow(reference)) {
    const detail = `${nameOf(reference)} is an arrow.`;
    return problem('invalid_value', { detail, hint: `Name a box after ${place.rel}:.` });
  }
  if (place.rel === 'inside') return placeInside(box, reference, obstaclesFor(null, planning, moved), planning);
  const gap = coerceGap(place.gap, box, planning);
  if (place.rel === 'align') return placeInLine(box, reference, gap ?? defaultGap, planning, moved);
  return placeBeside(box, reference, directionOf(place.rel, reference, planning), gap, planning, moved);
}

function directionOf(relation: Exclude<PlaceRelation, 'align'>, reference: Box, planning: Planning): Direction {
  switch (relation) {
    case 'right-of':
      return 'right';
    case 'left-of':
      return 'left';
    case 'above':
      return 'up';
    case 'below':
      return 'down';
    case 'after':
      return flowAfter(reference, planning.draft, planning.work);
  }
}

function placeBeside(
  box: BoxToPlace,
  reference: Box,
  direction: Direction,
  gap: number | undefined,
  planning: Planning,
  moved: ReadonlySet<string>,
): SpotPoint | Problem {
  const start = rectBeside(box, reference, direction, gap ?? gapBeside(box, reference, direction, planning));
  return slide(start, direction, gap ?? defaultGap, obstaclesFor(reference, planning, moved)) ?? noSpot(box);
}

function rectBeside({ width, height }: Size, reference: Rect, direction: Direction, gap: number): Rect {
  const x = Math.round(centreX(reference) - width / 2);
  const y = Math.round(centreY(reference) - height / 2);
  switch (direction) {
    case 'right':
      return { x: Math.ceil(right(reference) + gap), y, width, height };
    case 'left':
      return { x: Math.floor(reference.x - gap - width), y, width, height };
    case 'down':
      return { x, y: Math.ceil(bottom(reference) + gap), width, height };
    case 'up':
      return { x, y: Math.floor(reference.y - gap - height), width, height };
  }
}

function placeInLine(
  box: BoxToPlace,
  reference: Box,
  gap: number,
  planning: Planning,
  moved: ReadonlySet<string>,
): SpotPoint | Problem {
  const from = box.now ?? placeByDefault(box, planning, moved);
  if (isProblem(from)) return from;
  const rect = { ...from, width: box.width, height: box.height };
  const dx = centreX(rect) - centreX(reference);
  const dy = centreY(rect) - centreY(reference);
  const shareX = Math.abs(dx) <= Math.abs(dy);
  if (shareX) rect.x = Math.round(centreX(reference) - box.width / 2);
  else rect.y = Math.round(centreY(reference) - box.height / 2);
  const direction: Direction = shareX ? (dy < 0 ? 'up' : 'down') : dx < 0 ? 'left' : 'right';
  return slide(rect, direction, gap, obstaclesFor(reference, planning, moved)) ?? noSpot(box);
}

function placeAt(box: BoxToPlace, { x, y }: SpotPoint, planning: Planning): SpotPoint {
  const spot = { x: withinCanvas(x), y: withinCanvas(y) };
  if (spot.x !== x || spot.y !== y) {
    planning.warn('value_coerced', box.id, `at:${x},${y} is outside the canvas and became at:${spot.x},${spot.y}.`);
  }
  return spot;
}

const withinCanvas = (value: number): number => Math.min(limits.coordinateMax, Math.max(-limits.coordinateMax, value)) + 0;

function placeByDefault(box: BoxToPlace, planning: Planning, moved: ReadonlySet<string>): SpotPoint | Problem {
  const last = planning.lastAdded();
  if (last !== null && last.id !== box.id) return placeBeside(box, last, 'right', undefined, planning, moved);
  const all = planning.draft.bounds();
  if (all === null) return { x: 0, y: 0 };
  const corner = { x: Math.round(all.x), y: Math.round(all.y) };
  const beyond = (['right', 'down', 'left', 'up'] as const).map((direction): SpotPoint => {
    const beside = rectBeside(box, all, direction, defaultGap);
    return direction === 'right' || direction === 'left' ? { x: beside.x, y: corner.y } : { x: corner.x, y: beside.y };
  });
  return beyond.find(onCanvas) ?? noSpot(box);
}

const onCanvas = ({ x, y }: SpotPoint): boolean => Math.abs(x) <= limits.coordinateMax && Math.abs(y) <= limits.coordinateMax;

function obstaclesFor(reference: Box | null, planning: Planning, moved: ReadonlySet<string>): Obstacles {
  const holders = reference === null ? [] : ancestorsOf(reference, planning.draft, planning.work.spend).map(({ id }) => id);
  return { draft: planning.draft, work: planning.work, memory: planning.slides, ignored: moved, holders: new Set(holders) };
}

function coerceGap(gap: number | undefined, box: BoxToPlace, planning: Planning): number | undefined {
  if (gap === undefined) return undefined;
  const coerced = Math.min(limits.gapMax, Math.max(0, gap)) + 0;
  if (coerced !== gap) planning.warn('value_coerced', box.id, `gap ${gap} became ${coerced}.`);
  return coerced;
}

const noSpot = (box: BoxToPlace): Problem =>
  problem('invalid_result', { detail: `There is no free spot on the canvas for ${box.id}.`, hint: 'Place it with at:x,y.' });
