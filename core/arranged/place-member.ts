/** place-member: the place of a box that an operation adds or moves, in an arranged frame or anywhere else. */
import { isArrow } from '#schema/element.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import type { Placement } from '../notation/place.ts';
import { type BoxToPlace, placeBox } from '../placement/place-box.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOperand } from '../selectors/select.ts';
import { mayBeArranged } from '../tab/arranged-frames.ts';
import { placeBesideMessage } from './note-place.ts';
import { placeInOrder } from './order-place.ts';

/** Refuses as `placeBox` does. */
export function placeMember(box: BoxToPlace, place: Placement | undefined, planning: Planning): SpotPoint | Problem {
  if (place === undefined || place.rel === 'at' || place.rel === 'inside' || !mayBeArranged(planning))
    return placeBox(box, place, planning);
  const reference = selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  const spot = isArrow(reference)
    ? placeBesideMessage(box, reference, place.rel, planning)
    : placeInOrder(box, reference, place.rel, planning);
  return spot ?? placeBox(box, place, planning);
}
