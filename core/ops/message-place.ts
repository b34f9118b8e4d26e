/** message-place: where a message of a sequence goes: after another one, or above it. */
import { type Arrow, isArrow } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { arrangeNow } from '../arranged/arrange-frames.ts';
import type { ArrangedFrame } from '../tab/arranged-frames.ts';
import { sequenceOf } from '../arranged/sequence-of.ts';
import { atLevel, levelOf } from '../arranged/sequence-parts.ts';
import { nameOf } from '../notation/naming.ts';
import type { Placement } from '../notation/place.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOperand } from '../selectors/select.ts';

/** Rows are further apart than this, so a message at this distance is next to another one. */
const beside = 1;

/** The arrow at its place among the messages. Refuses with target_not_found, target_ambiguous, invalid_value, element_locked. */
export function messageAt(arrow: Arrow, place: Placement, planning: Planning): Arrow | Problem {
  const by = place.rel === 'after' || place.rel === 'below' ? beside : place.rel === 'above' ? -beside : null;
  if (by === null || !('ref' in place) || 'gap' in place) return notPlaced(arrow);
  const reference = selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  const frame = sequenceOf(arrow, planning.draft, planning.work);
  if (!isArrow(reference) || frame === null || !isIn(frame, reference, planning)) return notPlaced(arrow);
  if (reference.id === arrow.id) return problem('invalid_value', { detail: `${nameOf(arrow)} cannot be placed by itself.` });
  // Messages that this changeset added have no level before.
  const refusal = arrangeNow(frame, planning);
  if (refusal !== null) return refusal;
  const now = planning.draft.get(reference.id);
  const level = now !== undefined && isArrow(now) ? levelOf(now) : undefined;
  return level === undefined ? notPlaced(arrow) : atLevel(arrow, Math.max(0, level + by));
}

/** Moves messages of sequences, each after the one before it. */
export function moveMessages(arrows: readonly Arrow[], place: Placement, planning: Planning): Problem | null {
  const inOrder = arrows.toSorted((a, b) => (levelOf(a) ?? 0) - (levelOf(b) ?? 0) || (a.id < b.id ? -1 : 1));
  const locked = planning.refuseLocked(arrows);
  if (locked !== null) return locked;
  // The last one is put next to the reference first, so that the others come before it.
  for (const { id } of place.rel === 'above' ? inOrder : inOrder.toReversed()) {
    const arrow = planning.draft.get(id);
    if (arrow === undefined || !isArrow(arrow) || planning.work.exhausted) continue;
    const moved = messageAt(arrow, place, planning);
    if (isProblem(moved)) return moved;
    planning.target(id);
    planning.put(moved);
  }
  return null;
}

function isIn(frame: ArrangedFrame, message: Arrow, { draft, work }: Planning): boolean {
  return sequenceOf(message, draft, work)?.id === frame.id;
}

const notPlaced = (arrow: Arrow): Problem =>
  problem('invalid_value', {
    detail: `${nameOf(arrow)} is not placed like that: only a message of a sequence is, after: or above: another one.`,
    hint: 'Leave the placement out; an arrow follows its ends.',
  });
