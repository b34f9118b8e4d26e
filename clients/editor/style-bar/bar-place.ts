/** bar-place: where the style bar is in the window: above the selection, below it where there is no room, always inside. */
type Size = { readonly width: number; readonly height: number };
type Box = Size & { readonly x: number; readonly y: number };

/** Between the selection, with its handles, and the bar. */
const gapPx = 44;
const edgePx = 8;
/** The canvas begins below the bar of the document. */
const topEdgePx = 8;

/** The bar's top-left corner. All in window pixels. */
export function barPlace(selection: Box, bar: Size, view: Size): { readonly left: number; readonly top: number } {
  const above = selection.y - gapPx - bar.height;
  const below = Math.min(view.height - bar.height - edgePx, selection.y + selection.height + gapPx);
  const centered = selection.x + selection.width / 2 - bar.width / 2;
  return {
    left: Math.round(Math.max(edgePx, Math.min(view.width - bar.width - edgePx, centered))),
    top: Math.round(Math.max(topEdgePx, above >= topEdgePx ? above : below)),
  };
}
