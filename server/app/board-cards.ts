/** board-cards: the cards that a picture of a tab needs: those in the columns of its boards. */
import { type CardFaces, facesOf } from '#core/board/card-face.ts';
import type { Element, PlanBoard } from '#schema/element.ts';
import type { BoardReading } from '#server/rooms/port.ts';

/** Undefined where no board has columns. */
export function cardsOn(boards: Iterable<Pick<PlanBoard, 'columns'>>, plan: BoardReading): CardFaces | undefined {
  const statuses = new Set<string>();
  for (const { columns } of boards) for (const { status } of columns) statuses.add(status);
  if (statuses.size === 0) return undefined;
  const filed = plan.items.filter(({ status }) => status !== undefined && statuses.has(status));
  return facesOf(filed, plan.types);
}

/** The boards among elements. */
export const boardsAmong = (elements: readonly Element[]): PlanBoard[] =>
  elements.flatMap((element) => (element.type === 'shape' && element.planBoard !== undefined ? [element.planBoard] : []));
