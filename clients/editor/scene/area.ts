/**
 * area: the part of the canvas around the view whose elements have nodes, so that small moves create none.
 *
 * It reaches at least `least` of the view's size beyond it on each side; when it does not, it is moved to reach `wantedReach`
 * beyond. Elements further out than `most` lose their nodes.
 */
import { grown, holds } from '#core/tab/rect.ts';
import type { Rect } from '#schema/tab.ts';

const least = 0.15;
const wantedReach = 0.5;
const most = 1;

export type Area = { readonly mounted: Rect; readonly keptRect: Rect };

/** The area for the visible part; the same one while it is still large enough. */
export function areaFor(visible: Rect, now: Area | null): Area {
  const length = Math.max(visible.width, visible.height);
  const isFar = now !== null && now.mounted.width > 4 * (visible.width + length);
  if (now !== null && !isFar && holds(now.mounted, grown(visible, least * length))) return now;
  return { mounted: grown(visible, wantedReach * length), keptRect: grown(visible, most * length) };
}
