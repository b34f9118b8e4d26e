/** offer-place: where a popup at the end of an arrow is: ahead of the arrow, inside of the window. In window pixels. */
import type { Side } from '#schema/element.ts';
import type { Size } from '#schema/tab.ts';

import { outward } from '#core/arrows/sides.ts';

/** Between the end of the arrow and the popup. */
const gapPx = 12;
const edgePx = 8;

export function offerPlace(
  end: { readonly x: number; readonly y: number },
  towards: Side,
  { width, height }: Size,
  room: Size,
): { readonly left: number; readonly top: number } {
  const [outX, outY] = outward[towards];
  const left = end.x + outX * (gapPx + width / 2) - width / 2;
  const top = end.y + outY * (gapPx + height / 2) - height / 2;
  return { left: within(left, room.width - width), top: within(top, room.height - height) };
}

const within = (at: number, most: number): number => Math.round(Math.max(edgePx, Math.min(at, most - edgePx)));
