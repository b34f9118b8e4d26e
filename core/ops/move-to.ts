/**
 * move-to: elements moved to a placement.
 */
import { type Element, isArrow, isBox } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { flowAfter } from '../placement/arrow-direction.ts';
import { placeBox } from '../placement/place-box.ts';
import type { Placement } from '../notation/place.ts';
import { selectOperand } from '../selectors/select.ts';
import { bottom, right, union } from '../tab/rect.ts';
import { followShifts, type Offset } from './follow.ts';
import { nowhere } from './move-by.ts';
import { boxesOf, partiesOf, type MoveGroup, rectOf } from './move-group.ts';
import { offCanvas, setDown } from './set-down.ts';

/** Refusals: target_not_found, target_ambiguous, invalid_value, element_locked, invalid_result. */
export function moveTo(elements: readonly Element[], place: Placement, planning: Planning): Problem | null {
  if (!elements.some(isBox)) return nowhere(elements);
  const reference = place.rel === 'at' ? null : selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  const named = elements.filter(isBox).filter(({ id }) => id !== reference?.id);
  const parties = partiesOf(named, planning);
  const carrier = parties.find(({ descendants: carried }) => carried.some(({ id }) => id === reference?.id));
  if (reference !== null && (parties.length === 0 || carrier !== undefined)) return besideItself(reference, carrier);
  const locked = planning.refuseLocked(parties.flatMap(boxesOf));
  if (locked !== null) return locked;
  for (const { id } of named) planning.target(id);
  const fixed = fixedPlace(place, reference, planning);
  const refs = new Map(parties.map(({ root: lead }) => [lead.id, planning.draft.refOf(lead.id)]));
  const shifts = new Map<string, Offset>();
  planning.lift(parties.flatMap(boxesOf));
  const groups = fixed.rel === 'at' ? [parties] : inOrder(parties, fixed).map((party) => [party]);
  for (const group of groups) {
    if (planning.work.exhausted) return null;
    const shift = shiftTo(group, fixed, planning);
    const refused = isProblem(shift) ? shift : offCanvas(shift, group);
    if (isProblem(shift) || refused !== null) return refused;
    for (const party of group) setDown(party, shift, shifts, planning, refs);
  }
  return followShifts(shifts, planning);
}

/** The placement with the full id of what it names and the side that `after` means now, before anything moves. */
function fixedPlace(place: Placement, reference: Element | null, planning: Planning): Placement {
  if (place.rel === 'at' || reference === null) return place;
  if (place.rel === 'inside' || place.rel !== 'after' || isArrow(reference)) return { ...place, ref: reference.id };
  const sides = { right: 'right-of', left: 'left-of', up: 'above', down: 'below' } as const;
  return { ...place, rel: sides[flowAfter(reference, planning.draft, planning.work)], ref: reference.id };
}

/** The parties, nearest to the place that they go to first [M5]. */
function inOrder(parties: readonly MoveGroup[], place: Placement): MoveGroup[] {
  const along = (a: Rect, b: Rect): number => {
    if (place.rel === 'right-of') return a.x - b.x || a.y - b.y;
    if (place.rel === 'left-of') return right(b) - right(a) || a.y - b.y;
    return place.rel === 'above' ? bottom(b) - bottom(a) || a.x - b.x : a.y - b.y || a.x - b.x;
  };
  return parties.toSorted((a, b) => along(a.root, b.root) || (a.root.id < b.root.id ? -1 : 1));
}

function shiftTo(group: readonly MoveGroup[], place: Placement, planning: Planning): Offset | Problem {
  // What at: puts somewhere is the element that is named; what needs room is all that it carries.
  const rects = group.map((party) => (place.rel === 'at' ? party.root : rectOf(party)));
  const [first, ...others] = rects;
  const lead = group[0]?.root;
  if (first === undefined || lead === undefined) return { dx: 0, dy: 0 };
  const { x, y, width, height } = others.reduce(union, first);
  const spot = placeBox({ id: lead.id, label: lead.label, width, height, now: { x, y } }, place, planning);
  return isProblem(spot) ? spot : { dx: spot.x - x, dy: spot.y - y };
}

function besideItself(reference: Element, carrier: MoveGroup | undefined): Problem {
  const detail =
    carrier === undefined
      ? `${nameOf(reference)} cannot be placed by itself.`
      : `${nameOf(reference)} moves along with ${nameOf(carrier.root)}.`;
  return problem('invalid_value', { detail, hint: 'Name an element that stays where it is, or use at:x,y or by=dx,dy.' });
}
