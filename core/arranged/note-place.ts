/** note-place: the place of a note beside a message of a sequence: in a row of its own below it, or above it. */
import { type Arrow, isBox, isPinned } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Size } from '#schema/tab.ts';

import { arrangeNow } from './arrange-frames.ts';
import { noteClearance } from './sequence-columns.ts';
import { sequenceOf } from './sequence-of.ts';
import { levelOf } from './sequence-parts.ts';
import { nameOf } from '../notation/naming.ts';
import type { PlaceRelation } from '../notation/place.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import type { Planning } from '../planning/planning.ts';
import { bottom, centreX } from '../tab/rect.ts';
import { holdRect } from '../placement/frame-slot.ts';

/** Refuses with invalid_value, element_locked, invalid_result. */
export function placeBesideMessage(
  size: Size,
  message: Arrow,
  rel: PlaceRelation | 'inside',
  planning: Planning,
): SpotPoint | Problem {
  const { draft, work } = planning;
  const frame = sequenceOf(message, draft, work);
  if (frame === null || rel === 'align' || rel === 'inside') return isArrow(message, rel);
  // Its level, and those of its neighbours, are known once the sequence is arranged.
  const refusal = arrangeNow(frame, planning);
  if (refusal !== null) return refusal;
  const now = draft.get(message.id);
  const level = now?.type === 'arrow' ? (levelOf(now) ?? 0) : 0;
  const ends = [message.from, message.to].flatMap((end) => {
    const box = isPinned(end) ? draft.get(end.element) : undefined;
    return box !== undefined && isBox(box) ? [box] : [];
  });
  const lifelines = ends.map(centreX);
  const x = rel === 'left-of' ? Math.min(...lifelines) - noteClearance - size.width : Math.max(...lifelines) + noteClearance;
  const y = Math.max(...ends.map(bottom)) + level + (rel === 'above' ? -1 : 1) - size.height / 2;
  const grown = holdRect({ x, y, ...size }, frame, planning);
  return isProblem(grown) ? grown : { x, y };
}

const isArrow = (arrow: Arrow, rel: PlaceRelation | 'inside'): Problem =>
  problem('invalid_value', { detail: `${nameOf(arrow)} is an arrow.`, hint: `Name a box after ${rel}:.` });
