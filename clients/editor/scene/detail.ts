/**
 * detail: how much of the text is drawn at a zoom.
 *
 * D1  Text that would be less than four pixels high on the screen is drawn as bars: nobody can read it, and words are what
 *     costs most to draw. Text of four pixels and more is always drawn as it is.
 * D2  The border moves in steps, each half the zoom of the one before, so that hardly any zooming redraws.
 */
const legiblePx = 4;
/** The zoom below which the first texts become bars: that at which usual text is four pixels high. */
const firstZoom = 0.25;

/** Canvas pixels below which text is drawn as bars; 0 for none. */
export function smallestTextAt(zoom: number): number {
  if (!(zoom < firstZoom)) return 0;
  const step = firstZoom / 2 ** Math.floor(Math.log2(firstZoom / Math.max(zoom, 1e-4)));
  // A text of exactly this size has four pixels at the upper end of the step, where it is still drawn.
  return legiblePx / step + 0.01;
}
