/**
 * area: which part of the canvas has its nodes, around what is visible, so that small moves need none made.
 *
 * A1  What is mounted reaches at least `least` of the visible size beyond it on each side; when it does not, it is moved to
 *     reach `wanted` beyond. What has nodes farther out than `most` loses them.
 */
import { grown, holds } from '#core/tab/rect.ts';
import type { Rect } from '#schema/tab.ts';

const least = 0.15;
const wanted = 0.5;
const most = 1;

export type Area = { readonly mounted: Rect; readonly keptRect: Rect };

/** The area for what is visible; the same one while it still serves. */
export function areaFor(visible: Rect, now: Area | null): Area {
  const length = Math.max(visible.width, visible.height);
  const isFar = now !== null && now.mounted.width > 4 * (visible.width + length);
  if (now !== null && !isFar && holds(now.mounted, grown(visible, least * length))) return now;
  return { mounted: grown(visible, wanted * length), keptRect: grown(visible, most * length) };
}
