/** The titles of frames, which routes keep off where they can. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { titleRect } from '../text/title-line.ts';

/** By box: elements are never changed. */
const titles = new WeakMap<Box, Rect | null>();

/** The rectangle of a frame's title; null without one, and for other boxes. */
export function titleOf(box: Box): Rect | null {
  if (box.type !== 'frame' || (box.rotation ?? 0) % 360 !== 0) return null;
  let title = titles.get(box);
  if (title === undefined) titles.set(box, (title = titleRect(box)));
  return title;
}
