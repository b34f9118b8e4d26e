/**
 * reveal: brings a rectangle of the canvas into view.
 *
 * The view does not move if the rectangle is visible beside the panel, or is larger than the view and fills half of it. A rectangle that fits is
 * centered at the same zoom; for a larger one the view zooms out.
 */
import type { Rect } from '#schema/tab.ts';

import { bottom, centreX, centreY, holds, right } from '#core/tab/rect.ts';

import type { Viewport } from './viewport.ts';

/** Window pixels for bars at the sides. */
const clearPx = 72;

export function reveal(viewport: Viewport, rect: Rect): void {
  const { zoom } = viewport.get();
  const clear = viewport.clear();
  if (holds(clear, rect) || areaBoth(clear, rect) * 2 >= clear.width * clear.height) return;
  const padding = (2 * clearPx) / zoom;
  if (rect.width > clear.width - padding || rect.height > clear.height - padding) viewport.fit(rect, clearPx);
  else viewport.center({ x: centreX(rect), y: centreY(rect) });
}

function areaBoth(a: Rect, b: Rect): number {
  const across = Math.min(right(a), right(b)) - Math.max(a.x, b.x);
  const down = Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}
