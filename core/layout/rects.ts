/** rects: what layouts do with the rectangles of their boxes: the frame around some, their hull, whole pixels. */
import type { Rect } from '#schema/tab.ts';

import { framePadding, frameTop } from '../placement/spacing.ts';
import { bottom, hullOf, right } from '../tab/rect.ts';

/** At least `least` in size: what is missing is added to the right and below. */
export function frameAround(members: Iterable<Rect>, least: { readonly width: number; readonly height: number }): Rect {
  const content = hullOf(members) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    x: content.x - framePadding,
    y: content.y - frameTop,
    width: Math.max(least.width, Math.ceil(content.width) + 2 * framePadding),
    height: Math.max(least.height, Math.ceil(content.height) + frameTop + framePadding),
  };
}

/** The rectangles moved so that their hull begins at 0,0. */
export function fromOrigin(rects: ReadonlyMap<string, Rect>): Map<string, Rect> {
  const hull = hullOf(rects.values()) ?? { x: 0, y: 0 };
  return new Map(Array.from(rects, ([id, rect]) => [id, { ...rect, x: rect.x - hull.x, y: rect.y - hull.y }]));
}

/** The rectangles in whole pixels. What lay a pixel apart or more does not overlap afterwards. */
export function inWholePixels(rects: ReadonlyMap<string, Rect>): Map<string, Rect> {
  return new Map(Array.from(rects, ([id, rect]) => [id, { ...rect, x: Math.round(rect.x), y: Math.round(rect.y) }]));
}

/** Width and height that the rectangles take from 0,0. */
export function extentOf(rects: Iterable<Rect>): { readonly width: number; readonly height: number } {
  let [width, height] = [0, 0];
  for (const rect of rects) {
    width = Math.max(width, right(rect));
    height = Math.max(height, bottom(rect));
  }
  return { width, height };
}
