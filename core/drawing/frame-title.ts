/** The titles of frames and lanes, which routes and labels keep off where they can. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { titleRect } from '../text/title-line.ts';

/** By box: elements are never changed. */
const titles = new WeakMap<Box, Rect | null>();

/** The rectangle of the title's text; null without one. */
export function titleOf(box: Box): Rect | null {
  let title = titles.get(box);
  if (title === undefined) titles.set(box, (title = titleRect(box)));
  return title;
}
