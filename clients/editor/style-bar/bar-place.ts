/**
 * bar-place: where the style bar is in the window: above the selection, below it where there is no room or where it would open under
 * the pointer, which may press again; always inside, and beside an open panel.
 */
type Size = { readonly width: number; readonly height: number };
type Point = { readonly x: number; readonly y: number };
type Box = Size & Point;

/** What the place depends on besides the selection and the bar. */
export type BarGround = {
  readonly view: Size;
  /** The width at the right that a panel covers. */
  readonly covered?: number;
  /** Where the pointer was when the bar appeared. */
  readonly pointer?: Point | null;
};

/** Between the selection, with its handles, and the bar. */
const gapPx = 44;
const edgePx = 8;
/** The canvas begins below the bar of the document. */
const topEdgePx = 8;
/** Between the bar and the pointer. */
const pointerPx = 12;

/** The bar's top-left corner. All in window pixels. */
export function barPlace(selection: Box, bar: Size, ground: BarGround): { readonly left: number; readonly top: number } {
  const { view, covered = 0, pointer = null } = ground;
  const centered = selection.x + selection.width / 2 - bar.width / 2;
  const left = Math.round(Math.max(edgePx, Math.min(view.width - covered - bar.width - edgePx, centered)));
  const lowest = view.height - bar.height - edgePx;
  const above = selection.y - gapPx - bar.height;
  const below = selection.y + selection.height + gapPx;
  const isUnder = (top: number): boolean =>
    pointer !== null &&
    pointer.x > left - pointerPx &&
    pointer.x < left + bar.width + pointerPx &&
    pointer.y > top - pointerPx &&
    pointer.y < top + bar.height + pointerPx;
  const isBelow = above < topEdgePx || (isUnder(above) && below <= lowest && !isUnder(below));
  return { left, top: Math.round(Math.max(topEdgePx, isBelow ? Math.min(lowest, below) : above)) };
}
