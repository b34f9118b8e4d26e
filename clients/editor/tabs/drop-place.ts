/** drop-place: where in its row a tab lands that is dragged there. */

/** A tab's extent in the row, in window pixels. */
export type Extent = { readonly left: number; readonly right: number };

/**
 * The position that the tab at `from` takes, counted from 0 among all, when its middle is held at `middle`: behind each other
 * tab whose middle lies before that.
 */
export function dropPlace(extents: readonly Extent[], from: number, middle: number): number {
  return extents.filter(({ left, right }, place) => place !== from && (left + right) / 2 < middle).length;
}
