/**
 * place-card: a card put into a column and a swimlane, as one step of the person's undo.
 *
 * P1  The status and what the lane changes are written together, or neither.
 * P2  At the end of a cell it stands after the last card there; in an empty one it keeps its rank, or in another column goes to
 *     the end.
 */
import type { Item } from '#schema/board.ts';
import type { Problem } from '#schema/problem.ts';

import type { CardPlan } from '#core/board/card-plan.ts';

import type { LaneChange } from './lanes.ts';

export type CardPlacement = {
  readonly status: string;
  /** The card that it goes before; null for the end of `cell`. */
  readonly before: string | null;
  /** The cards that are seen where it goes. */
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
