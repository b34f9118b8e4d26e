/** Where the columns of a board are, and the visible cards of each: for the picture and for the pointer. */
import type { Shape } from '#schema/element.ts';
import type { BoardColumn } from '#schema/plan-board.ts';
import type { Rect } from '#schema/tab.ts';

import type { CardFace, CardFaces } from '../../board/card-face.ts';
import { titleHeight } from '../../text/label-box.ts';
import { type CardLines, layCard } from './board-card.ts';

const gap = 12;
const headHeight = 32;
const cardGap = 8;
const cardInset = 8;
const moreHeight = 20;
/** Narrower cards would be illegible. */
const cardWidthMin = 72;

export type LaidCard = { readonly face: CardFace; readonly place: Rect; readonly lines: CardLines };
export type LaidColumn = {
  readonly column: BoardColumn;
  readonly place: Rect;
  /** All cards of the column, visible or not. */
  readonly cards: readonly CardFace[];
  readonly visibleCards: readonly LaidCard[];
  /** The number of the other cards and its place; null if all are visible, or there is no room for it. */
  readonly more: { readonly count: number; readonly place: Rect } | null;
};

/** Empty if the columns would be too small. */
export function layBoard(box: Shape, faces: CardFaces): LaidColumn[] {
  const { types = null, columns = [] } = box.planBoard ?? {};
  const shown = types === null ? null : new Set(types);
  const width = (box.width - gap * (columns.length + 1)) / Math.max(1, columns.length);
  const [top, height] = [box.y + titleHeight + 4, box.height - titleHeight - 4 - gap];
  if (width < 8 || height < 8) return [];
  return columns.map((column, index) => {
    const cards = (faces.get(column.status) ?? []).filter(({ type }) => shown === null || shown.has(type));
    return layColumn({ x: box.x + gap + index * (width + gap), y: top, width, height }, column, cards);
  });
}

function layColumn(place: Rect, column: BoardColumn, cards: readonly CardFace[]): LaidColumn {
  const { x, y, height } = place;
  const width = place.width - 2 * cardInset;
  const visible: LaidCard[] = [];
  if (width < cardWidthMin) return { column, place, cards, visibleCards: visible, more: null };
  const end = y + height - cardInset;
  let at = y + headHeight;
  for (const [index, face] of cards.entries()) {
    const count = cards.length - index;
    const lines = layCard(face, width);
    if (at + lines.height > end - (count > 1 ? moreHeight : 0)) {
      const hasRoom = at + moreHeight <= end + 4;
      const more = hasRoom ? { count, place: { x: x + cardInset, y: at, width, height: moreHeight } } : null;
      return { column, place, cards, visibleCards: visible, more };
    }
    visible.push({ face, lines, place: { x: x + cardInset, y: at, width, height: lines.height } });
    at += lines.height + cardGap;
  }
  return { column, place, cards, visibleCards: visible, more: null };
}
