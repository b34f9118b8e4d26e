/** drop-place: the place in its row where a dragged thing is dropped. */

/** The extent of one of the row, in window pixels. */
export type RowExtent = { readonly left: number; readonly right: number };

/**
 * The position, counted from 0, of the thing from `from` if it is dropped with its center at `middle`: after all others whose
 * center is before that.
 */
export function dropPlace(extents: readonly RowExtent[], from: number, middle: number): number {
  return extents.filter(({ left, right }, place) => place !== from && (left + right) / 2 < middle).length;
}
