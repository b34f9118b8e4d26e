/**
 * drop-target: where a card that is dropped on a board goes: into the column under the pointer, before the first card whose
 * middle is below the pointer, or else to the end.
 */
import type { Rect } from '#schema/tab.ts';

import type { LaidColumn } from '#core/render/boxes/board-layout.ts';

type Point = { readonly x: number; readonly y: number };

export type DropTarget = {
  readonly status: string;
  readonly columnName: string;
  /** The next card after the drop; null at the end of the column. */
  readonly before: string | null;
  /** The line that marks the place, on the canvas. */
  readonly line: Rect;
  /** The card would stay in its place. */
  readonly isPlace: boolean;
};

/** Null outside of all columns. */
export function dropTarget(columns: readonly LaidColumn[], at: Point, cardId: string): DropTarget | null {
  const found = columns.find(({ place }) => isIn(place, at));
  if (found === undefined) return null;
  const { column, place, cards, visibleCards: seen } = found;
  const next = seen.find(({ place: { y, height } }) => at.y < y + height / 2);
  const last = seen.at(-1);
  const index = next === undefined ? seen.length : seen.indexOf(next);
  // Hidden cards are at the bottom: the end of the shown ones is before the first hidden one.
  const before = next?.face.id ?? cards[seen.length]?.id ?? null;
  const own = cards.findIndex(({ id }) => id === cardId);
  const y = next !== undefined ? next.place.y - 5 : last === undefined ? place.y + 34 : last.place.y + last.place.height + 3;
  return {
    status: column.status,
    columnName: column.name,
    before,
    line: { x: place.x + 8, y, width: place.width - 16, height: 2 },
    isPlace: own !== -1 && (index === own || index === own + 1),
  };
}

const isIn = (rect: Rect, { x, y }: Point): boolean =>
  x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
