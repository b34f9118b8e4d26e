/**
 * place-card: a card placed in a column and a swimlane, as one undo step. At the end of a cell it follows the last card there; in
 * an empty cell it keeps its rank, or goes to the end of another column.
 */
import type { Item } from '#schema/board.ts';
import type { Problem } from '#schema/problem.ts';

import type { CardPlan } from '#core/board/card-plan.ts';

import type { LaneChange } from './lanes.ts';

export type CardPlacement = {
  readonly status: string;
  /** The next card; null at the end of `cell`. */
  readonly before: string | null;
  /** The shown cards of the cell. */
  readonly cell: readonly Item[];
  readonly change: LaneChange;
};

export function placeCard(plan: CardPlan, card: Item, { status, before, cell, change }: CardPlacement): Problem | null {
  const last = cell.findLast(({ id }) => id !== card.id)?.id;
  const place = before !== null && before !== card.id ? { before } : before === null && last !== undefined ? { after: last } : {};
  const keepsPlace = status === card.status && !('before' in place) && !('after' in place);
  if (keepsPlace || before === card.id) return plan.change(card.id, { ...change });
  return plan.move(card.id, { status, ...place, ...change });
}
