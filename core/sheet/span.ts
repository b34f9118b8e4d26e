/**
 * span: the current cells of a reference.
 *
 * A range reaches from one of its corners to the other, wherever they have moved. A deleted corner counts as its former
 * position, so the range is what is left. A single cell whose row or column is deleted, and a range with nothing left, refer to
 * nothing.
 */
import type { SheetAxis, SheetState } from '#schema/sheet.ts';

import type { LineRef, Reference } from './reference.ts';

/** Positions from 0, inclusive. */
export type Span = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

export function rangeOn({ rows, cols }: Pick<SheetState, 'rows' | 'cols'>, from: Reference, to: Reference): Span | null {
  const down = linesBetween(rows, from.row, to.row);
  const across = linesBetween(cols, from.col, to.col);
  return down === null || across === null ? null : { top: down[0], bottom: down[1], left: across[0], right: across[1] };
}

function linesBetween({ ids, rank }: SheetAxis, from: LineRef | null, to: LineRef | null): readonly [number, number] | null {
  if (from === null && to === null) return ids.length === 0 ? null : [0, ids.length - 1];
  if (from === null || to === null) return null;
  const [a, b] = [rank.get(from.id), rank.get(to.id)];
  if (a === undefined || b === undefined) return null;
  const [low, high] = [Math.ceil(Math.min(a, b)), Math.floor(Math.max(a, b))];
  return low > high ? null : [low, high];
}
