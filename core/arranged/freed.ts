/** What left a sequence: a box loses its lifeline, and an arrow its level. */
import type { Edit } from '#schema/changeset.ts';
import { type Arrow, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import { ancestorsOf } from '../tab/membership.ts';
import { isArranged } from '../tab/arranged-frames.ts';
import { isBlock, isParticipant } from './sequence-parts.ts';

/** The changed elements that were part of a sequence which is still arranged, and are part of none now, in their new state. */
export function freedFrom(edits: readonly Edit[], planning: Planning): Element[] {
  const { draft, work } = planning;
  const isIn = (id: string): boolean => {
    const box = draft.get(id);
    if (box === undefined || !isBox(box) || !isParticipant(box)) return false;
    const around = ancestorsOf(box, draft, work.spend).find((frame) => !isBlock(frame));
    return isArranged(around) && around.arrange === 'sequence';
  };
  const wasIn = (id: string): boolean => {
    const box = draft.base.get(id);
    if (box === undefined || !isBox(box)) return false;
    const around = ancestorsOf(box, draft.base, work.spend).find((frame) => !isBlock(frame));
    const now = draft.get(around?.id ?? '');
    return isArranged(around) && around.arrange === 'sequence' && isArranged(now) && now.arrange === 'sequence';
  };
  const freed = new Map<string, Element>();
  for (const { id, after } of edits) {
    if (after === null || !isBox(after) || after.lifeline === undefined || isIn(id) || !wasIn(id)) continue;
    const { lifeline: _, ...box } = after;
    freed.set(id, box);
    for (const arrow of draft.arrowsAt(id)) freed.set(arrow.id, withoutLevel(arrow));
  }
  for (const { id, after } of edits) {
    if (after === null || !isArrow(after) || freed.has(id)) continue;
    const ends = [after.from, after.to].filter(isPinned);
    if (
      ends.some(({ level }) => level !== undefined) &&
      !ends.every(({ element }) => isIn(element)) &&
      ends.some(({ element }) => isIn(element))
    )
      freed.set(id, withoutLevel(after));
  }
  return [...freed.values()];
}

function withoutLevel(arrow: Arrow): Arrow {
  const end = (at: Arrow['from']): Arrow['from'] => {
    if (!isPinned(at)) return at;
    const { level: _, ...rest } = at;
    return rest;
  };
  return { ...arrow, from: end(arrow.from), to: end(arrow.to) };
}
