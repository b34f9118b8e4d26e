/** bring-into-view: shows all of a rectangle of the canvas in the part of the window that the popover and the bars leave free. */
import type { Rect } from '#schema/tab.ts';

import type { ViewportState } from '../state/viewport.ts';

type View = { get(): ViewportState; show(view: Pick<ViewportState, 'x' | 'y' | 'zoom'>): void };

/** Between the rectangle and what is around it, in window pixels. */
const airPx = 24;

/** Moves the view no further than it must, and zooms out only if the rectangle is too large. */
export function bringIntoView(rect: Rect, topPx: number, viewport: View): void {
  const view = viewport.get();
  const [wide, high] = [view.width - 2 * airPx, view.height - topPx - 2 * airPx];
  if (wide <= 0 || high <= 0) return;
  const zoom = Math.min(view.zoom, wide / Math.max(1, rect.width), high / Math.max(1, rect.height));
  // Zooming out keeps the corner of the view.
  const x = within(view.x, rect.x + rect.width - (view.width - airPx) / zoom, rect.x - airPx / zoom);
  const y = within(view.y, rect.y + rect.height - (view.height - airPx) / zoom, rect.y - (topPx + airPx) / zoom);
  if (zoom !== view.zoom || x !== view.x || y !== view.y) viewport.show({ x, y, zoom });
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
