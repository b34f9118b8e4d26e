/** order-place: a place before or after a member of an arranged frame. The arrangement makes room when the changeset ends. */
import type { Box } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';
import type { Size } from '#schema/tab.ts';

import { arrangeNow } from './arrange-frames.ts';
import { type ArrangedFrame, isArranged, mayBeArranged } from '../tab/arranged-frames.ts';
import { isParticipant } from './sequence-parts.ts';
import type { PlaceRelation } from '../notation/place.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import type { Planning } from '../planning/planning.ts';
import { parentOf } from '../tab/membership.ts';
import { centreX, centreY } from '../tab/rect.ts';

/** Less than the distance of two members. */
const beside = 1;

/** Null if the reference is no member of a frame that keeps an order. Refuses with element_locked, invalid_result. */
export function placeInOrder(size: Size, reference: Box, rel: PlaceRelation, planning: Planning): SpotPoint | Problem | null {
  const { draft, work } = planning;
  const frame = rel === 'align' || !mayBeArranged(planning) ? null : parentOf(reference, draft, work.spend);
  if (!isArranged(frame) || !keepsOrder(frame, reference)) return null;
  // Members that this changeset put beside the same one have got their places then.
  const refusal = arrangeNow(frame, planning);
  if (refusal !== null) return refusal;
  const now = draft.get(reference.id);
  const { x, y } = now === undefined || now.type === 'arrow' ? middleOf(reference) : middleOf(now);
  const by = rel === 'left-of' || rel === 'above' ? -beside : beside;
  const [dx, dy] = frame.arrange === 'stack' && frame.direction !== 'right' ? [0, by] : [by, 0];
  return { x: x + dx - size.width / 2, y: y + dy - size.height / 2 };
}

const keepsOrder = ({ arrange }: ArrangedFrame, member: Box): boolean =>
  arrange === 'stack' || arrange === 'grid' || (arrange === 'sequence' && isParticipant(member));

const middleOf = (box: Box): SpotPoint => ({ x: centreX(box), y: centreY(box) });
