/**
 * reveal: brings a rectangle of the canvas into view.
 *
 * The view does not move if the rectangle is visible, or is larger than the view and fills half of it. A rectangle that fits is
 * centered at the same zoom; for a larger one the view zooms out.
 */
import type { Rect } from '#schema/tab.ts';

import { bottom, holds, right } from '#core/tab/rect.ts';

import type { Viewport } from './viewport.ts';

/** Window pixels for bars at the sides. */
const clearPx = 72;

export function reveal(viewport: Viewport, rect: Rect): void {
  const { zoom, width, height } = viewport.get();
  const visible = viewport.visible();
  if (holds(visible, rect) || areaBoth(visible, rect) * 2 >= visible.width * visible.height) return;
  if (rect.width * zoom > width - 2 * clearPx || rect.height * zoom > height - 2 * clearPx) return viewport.fit(rect, clearPx);
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  viewport.panBy((x - visible.x) * zoom - width / 2, (y - visible.y) * zoom - height / 2);
}

function areaBoth(a: Rect, b: Rect): number {
  const across = Math.min(right(a), right(b)) - Math.max(a.x, b.x);
  const down = Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}
