/** drop-place: where in its row something lands that is dragged there. */

/** Of one of the row, in window pixels. */
export type RowExtent = { readonly left: number; readonly right: number };

/**
 * The position that the one at `from` takes, counted from 0 among all, when its middle is held at `middle`: behind each other
 * whose middle lies before that.
 */
export function dropPlace(extents: readonly RowExtent[], from: number, middle: number): number {
  return extents.filter(({ left, right }, place) => place !== from && (left + right) / 2 < middle).length;
}
