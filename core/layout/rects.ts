/** Operations of layouts on rectangles: frames around members, hulls, whole pixels. */
import type { Rect } from '#schema/tab.ts';

import { framePadding, frameTop } from '../placement/spacing.ts';
import { bottom, hullOf, right } from '../tab/rect.ts';

/** At least as large as `least`; the difference is added to the right and below. */
export function frameAround(members: Iterable<Rect>, least: { readonly width: number; readonly height: number }): Rect {
  const content = hullOf(members) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    x: content.x - framePadding,
    y: content.y - frameTop,
    width: Math.max(least.width, Math.ceil(content.width) + 2 * framePadding),
    height: Math.max(least.height, Math.ceil(content.height) + frameTop + framePadding),
  };
}

/** Moves the rectangles so that the corner of their hull is 0,0. */
export function fromOrigin(rects: ReadonlyMap<string, Rect>): Map<string, Rect> {
  const hull = hullOf(rects.values()) ?? { x: 0, y: 0 };
  return new Map(Array.from(rects, ([id, rect]) => [id, { ...rect, x: rect.x - hull.x, y: rect.y - hull.y }]));
}

/** Rounds positions to whole pixels. Rectangles that are a pixel or more apart do not overlap afterwards. */
export function inWholePixels(rects: ReadonlyMap<string, Rect>): Map<string, Rect> {
  return new Map(Array.from(rects, ([id, rect]) => [id, { ...rect, x: Math.round(rect.x), y: Math.round(rect.y) }]));
}

/** The width and height from 0,0 that the rectangles take. */
export function extentOf(rects: Iterable<Rect>): { readonly width: number; readonly height: number } {
  let [width, height] = [0, 0];
  for (const rect of rects) {
    width = Math.max(width, right(rect));
    height = Math.max(height, bottom(rect));
  }
  return { width, height };
}
