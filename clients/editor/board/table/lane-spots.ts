/** lane-spots: which card of a board with swimlanes the Tab key reaches, and how many cards a column has. */
import type { BoardColumn } from '#schema/plan-board.ts';

import type { LaneSpot } from './lane-steps.ts';
import type { Swimlane } from './lanes.ts';

/** The card in its lane, or in another lane that it has been moved to; null if no lane has it. */
export function spotOfCard(lanes: readonly Swimlane[], { id, lane }: LaneSpot): LaneSpot | null {
  const candidates = lanes.filter(({ cells }) => [...cells.values()].some((cell) => cell.some((card) => card.id === id)));
  const holder = candidates.find(({ key }) => key === lane) ?? candidates[0];
  return holder === undefined ? null : { id, lane: holder.key };
}

export function firstSpot(lanes: readonly Swimlane[], columns: readonly BoardColumn[]): LaneSpot | null {
  for (const { key, cells } of lanes)
    for (const { status } of columns) {
      const [first] = cells.get(status) ?? [];
      if (first !== undefined) return { id: first.id, lane: key };
    }
  return null;
}

/** A card with several labels is in several lanes and counts once. */
export const cardCount = (lanes: readonly Swimlane[], status: string): number =>
  new Set(lanes.flatMap(({ cells }) => cells.get(status) ?? [])).size;
