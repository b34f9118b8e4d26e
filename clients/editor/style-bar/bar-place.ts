/**
 * bar-place: where the style bar is in the window: above the selection, below it where there is no room, where less of the drawing is
 * covered, or where it would open under the pointer, which may press again; always inside, and beside the tools and an open panel.
 */
import type { Rect } from '#schema/tab.ts';

type Size = { readonly width: number; readonly height: number };
type Point = { readonly x: number; readonly y: number };
export type BarSide = 'above' | 'below';

/** What the place depends on besides the selection and the bar. */
export type BarGround = {
  /** The part of the window that neither a panel nor the bars of a narrow window cover. */
  readonly clear: Size;
  /** The width at the left that the tools cover. */
  readonly tools?: number;
  /** Where the pointer was when the bar appeared. */
  readonly pointer?: Point | null;
  /** Where it is if there is room on both sides. */
  readonly side?: BarSide;
};

/** Between the selection, with its handles, and the bar. */
const gapPx = 44;
const edgePx = 8;
/** The canvas begins below the bar of the document. */
const topEdgePx = 8;
/** Between the bar and the pointer. */
const pointerPx = 12;

/** The bar's top-left corner. All in window pixels. */
export function barPlace(selection: Rect, bar: Size, ground: BarGround): { readonly left: number; readonly top: number } {
  const { clear, pointer = null, side = 'above' } = ground;
  const { left, above, below } = sidesOf(selection, bar, ground);
  const lowest = clear.height - bar.height - edgePx;
  const isUnder = (top: number): boolean =>
    pointer !== null &&
    pointer.x > left - pointerPx &&
    pointer.x < left + bar.width + pointerPx &&
    pointer.y > top - pointerPx &&
    pointer.y < top + bar.height + pointerPx;
  const other = side === 'above' ? 'below' : 'above';
  const tops = { above, below };
  const fits = { above: above >= topEdgePx, below: below <= lowest };
  const wanted = fits[other] && isUnder(tops[side]) && !isUnder(tops[other]) ? other : side;
  const isBelow = !fits.above || (wanted === 'below' && fits.below);
  return { left, top: Math.round(Math.max(topEdgePx, isBelow ? Math.min(lowest, below) : above)) };
}

/** The side on which the bar covers less of the drawing; `covered` counts what is in a rectangle of the window. */
export function quieterSide(selection: Rect, bar: Size, ground: BarGround, covered: (rect: Rect) => number): BarSide {
  const { left, above, below } = sidesOf(selection, bar, ground);
  const at = (y: number): number => covered({ ...bar, x: left, y });
  return at(below) < at(above) ? 'below' : 'above';
}

function sidesOf(selection: Rect, bar: Size, { clear, tools = 0 }: BarGround) {
  const centered = selection.x + selection.width / 2 - bar.width / 2;
  return {
    left: Math.round(Math.max(edgePx, Math.min(clear.width - bar.width - edgePx, Math.max(tools + edgePx, centered)))),
    above: selection.y - gapPx - bar.height,
    below: selection.y + selection.height + gapPx,
  };
}
