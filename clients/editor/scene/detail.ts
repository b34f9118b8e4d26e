/**
 * detail: how much text is drawn at a zoom.
 *
 * Text below four pixels on the screen is drawn as bars: it cannot be read, and text is the slowest to draw. Larger text is
 * always drawn in full. The threshold moves in steps, each at half the zoom of the one before, so that zooming rarely redraws.
 */
const legiblePx = 4;
/** The zoom below which the first texts become bars: at which default text is four pixels high. */
const firstZoom = 0.25;

/** Canvas pixels below which text is drawn as bars; 0 for none. */
export function smallestTextAt(zoom: number): number {
  if (!(zoom < firstZoom)) return 0;
  const step = firstZoom / 2 ** Math.floor(Math.log2(firstZoom / Math.max(zoom, 1e-4)));
  // A text of exactly this size has four pixels at the upper end of the step, where it is still drawn.
  return legiblePx / step + 0.01;
}
