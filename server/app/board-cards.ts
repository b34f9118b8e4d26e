/** The cards that a picture of a tab shows: those in the columns of its boards. */
import { type CardFaces, facesOf } from '#core/board/card-face.ts';
import type { Element } from '#schema/element.ts';
import type { PlanBoard } from '#schema/plan-board.ts';
import type { BoardReading } from '#server/rooms/port.ts';

/** Undefined if no board has columns. */
export function cardsOn(boards: Iterable<Pick<PlanBoard, 'columns'>>, board: BoardReading): CardFaces | undefined {
  const statuses = new Set<string>();
  for (const { columns } of boards) for (const { status } of columns) statuses.add(status);
  if (statuses.size === 0) return undefined;
  const cards = board.items.filter(({ status }) => status !== undefined && statuses.has(status));
  return facesOf(cards, board.types);
}

export const boardsAmong = (elements: readonly Element[]): PlanBoard[] =>
  elements.flatMap((element) => (element.type === 'shape' && element.planBoard !== undefined ? [element.planBoard] : []));
