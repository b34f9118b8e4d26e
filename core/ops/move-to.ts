/** move-to: moves elements to a placement. */
import { type Element, isArrow, isBox } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { flowAfter } from '../placement/arrow-direction.ts';
import { placeMember } from '../arranged/place-member.ts';
import type { Placement } from '../notation/place.ts';
import { selectOperand } from '../selectors/select.ts';
import { bottom, right, union } from '../tab/rect.ts';
import { followShifts, type Offset } from '../placement/follow.ts';
import { noOwnPosition } from './move-by.ts';
import { boxesOf, moveGroupsOf, type MoveGroup, rectOf } from './move-group.ts';
import { offCanvas, setDown } from './set-down.ts';

/** Refuses with target_not_found, target_ambiguous, invalid_value, element_locked, invalid_result. */
export function moveTo(elements: readonly Element[], place: Placement, planning: Planning): Problem | null {
  if (!elements.some(isBox)) return noOwnPosition(elements);
  const reference = place.rel === 'at' ? null : selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  const movable = elements.filter(isBox).filter(({ id }) => id !== reference?.id);
  const moveGroups = moveGroupsOf(movable, planning);
  const carrier = moveGroups.find(({ descendants }) => descendants.some(({ id }) => id === reference?.id));
  if (reference !== null && (moveGroups.length === 0 || carrier !== undefined)) return besideItself(reference, carrier);
  const locked = planning.refuseLocked(moveGroups.flatMap(boxesOf));
  if (locked !== null) return locked;
  for (const { id } of movable) planning.target(id);
  const resolved = resolvePlace(place, reference, planning);
  const refs = new Map(moveGroups.map(({ root }) => [root.id, planning.draft.refOf(root.id)]));
  const shifts = new Map<string, Offset>();
  planning.lift(moveGroups.flatMap(boxesOf));
  const batches = resolved.rel === 'at' ? [moveGroups] : inOrder(moveGroups, resolved).map((group) => [group]);
  for (const batch of batches) {
    if (planning.work.exhausted) return null;
    const shift = shiftTo(batch, resolved, planning);
    const refusal = isProblem(shift) ? shift : offCanvas(shift, batch);
    if (isProblem(shift) || refusal !== null) return refusal;
    for (const group of batch) setDown(group, shift, shifts, planning, refs);
  }
  return followShifts(shifts, planning);
}

/** The placement with the full id of its reference and the side that `after` means, before anything moves. */
function resolvePlace(place: Placement, reference: Element | null, planning: Planning): Placement {
  if (place.rel === 'at' || reference === null) return place;
  if (place.rel === 'inside' || place.rel !== 'after' || isArrow(reference)) return { ...place, ref: reference.id };
  const sides = { right: 'right-of', left: 'left-of', up: 'above', down: 'below' } as const;
  return { ...place, rel: sides[flowAfter(reference, planning.draft, planning.work)], ref: reference.id };
}

/** The groups in the order in which they move: the one nearest to the destination first. */
function inOrder(groups: readonly MoveGroup[], place: Placement): MoveGroup[] {
  const along = (a: Rect, b: Rect): number => {
    if (place.rel === 'right-of') return a.x - b.x || a.y - b.y;
    if (place.rel === 'left-of') return right(b) - right(a) || a.y - b.y;
    return place.rel === 'above' ? bottom(b) - bottom(a) || a.x - b.x : a.y - b.y || a.x - b.x;
  };
  return groups.toSorted((a, b) => along(a.root, b.root) || (a.root.id < b.root.id ? -1 : 1));
}

function shiftTo(batch: readonly MoveGroup[], place: Placement, planning: Planning): Offset | Problem {
  // `at:` positions the named element itself; all other placements need room for everything that it carries.
  const rects = batch.map((group) => (place.rel === 'at' ? group.root : rectOf(group)));
  const [first, ...others] = rects;
  const root = batch[0]?.root;
  if (first === undefined || root === undefined) return { dx: 0, dy: 0 };
  const { x, y, width, height } = others.reduce(union, first);
  const spot = placeMember({ id: root.id, label: root.label, width, height, now: { x, y } }, place, planning);
  return isProblem(spot) ? spot : { dx: spot.x - x, dy: spot.y - y };
}

function besideItself(reference: Element, carrier: MoveGroup | undefined): Problem {
  const detail =
    carrier === undefined
      ? `${nameOf(reference)} cannot be placed by itself.`
      : `${nameOf(reference)} moves along with ${nameOf(carrier.root)}.`;
  return problem('invalid_value', { detail, hint: 'Name an element that stays where it is, or use at:x,y or by=dx,dy.' });
}
