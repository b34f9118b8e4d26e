/**
 * wheel: what turning a wheel, or two fingers on a trackpad, means to the view.
 * W1  It draws the canvas along; with shift a wheel that knows only up and down goes sideways.
 * W2  With control or the command key it zooms about the pointer; a pinch on a trackpad is told as a wheel with control.
 * W3  One notch of a wheel zooms by a quarter at most, however large a browser tells it.
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
