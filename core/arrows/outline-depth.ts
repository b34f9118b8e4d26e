/** How far the outline of a box, where arrows end, is from the sides of its rectangle. */
import type { Box, Side } from '#schema/element.ts';

import { shapes } from '../shapes/shape-list.ts';

/** In pixels, at `t` along the side, from -1 (left or top) to 1 (right or bottom). */
export function outlineDepth(box: Box, side: Side, t: number): number {
  return box.type === 'shape' ? (shapes[box.shape].depth?.(box, side, t) ?? 0) : 0;
}
