/**
 * wheel: what turning a wheel, or two fingers on a trackpad, does to the view.
 *
 * It pans; with Shift a vertical wheel pans sideways. With Ctrl or Command it zooms around the pointer; browsers report a pinch
 * on a trackpad as a wheel with Ctrl. One event zooms by a quarter at most, as browsers report notches of any size.
 */
export type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export type WheelStep = { readonly zoom: number } | { readonly dx: number; readonly dy: number };

const lineHeightPx = 18;
const pagePx = 600;
const zoomPerPixel = 0.0075;
const zoomPixelsMax = 30;

export function wheelStep({ deltaX, deltaY, deltaMode, ctrlKey, metaKey, shiftKey }: Turn): WheelStep {
  const unit = deltaMode === 1 ? lineHeightPx : deltaMode === 2 ? pagePx : 1;
  const [x, y] = [deltaX * unit, deltaY * unit];
  if (ctrlKey || metaKey) return { zoom: Math.exp(-Math.max(-zoomPixelsMax, Math.min(zoomPixelsMax, y)) * zoomPerPixel) };
  return shiftKey && x === 0 ? { dx: y, dy: 0 } : { dx: x, dy: y };
}
