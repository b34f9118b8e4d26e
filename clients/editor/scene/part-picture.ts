/** part-picture: the markup of a part of a tab as it is shown, layer by layer, in stacking order. */
import { byStacking } from '#core/tab/stacking.ts';
import type { Markup } from '#core/render/markup.ts';
import type { Rect } from '#schema/tab.ts';

import type { PlacedPiece } from './mounts.ts';
import type { ShownDrawing } from './shown-drawing.ts';

export function partPicture(rect: Rect, shown: Pick<ShownDrawing, 'drawing' | 'placedPiece'>): readonly Markup[] {
  const placed = Array.from(shown.drawing.piecesIn(rect), (piece) => shown.placedPiece(piece))
    .filter((one) => one !== null)
    .toSorted((a, b) => a.layer - b.layer || byStacking(keyOf(a), keyOf(b)));
  return Array.from(Map.groupBy(placed, ({ layer }) => layer).values()).flatMap((pieces) => [
    ...pieces.map(({ piece }) => piece.draw()),
    ...pieces.flatMap(({ piece }) => piece.label?.() ?? []),
  ]);
}

const keyOf = ({ piece: { id }, z }: PlacedPiece) => ({ id, z });
