/** How far the outline of a box, where arrows end, is from the sides of its rectangle. */
import type { Box, Side } from '#schema/element.ts';

import { isIcon } from '../text/icon-figure.ts';
import { iconDepth } from './icon-depth.ts';
import { shapes } from '../shapes/shape-list.ts';

/** In pixels, at `t` along the side, from -1 (left or top) to 1 (right or bottom). */
export function outlineDepth(box: Box, side: Side, t: number): number {
  if (isIcon(box)) return iconDepth(box, side, t);
  return box.type === 'shape' ? (shapes[box.shape].depth?.(box, side, t) ?? 0) : 0;
}
