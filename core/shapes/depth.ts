/** depth: the distance from a side of the rectangle to common outlines (OutlineDepth). */
import type { Side } from '#schema/element.ts';
import type { Size } from '#schema/tab.ts';

import type { OutlineDepth } from './shape-definition.ts';

/** True for the sides that arrows reach horizontally. */
export const isUpright = (side: Side): boolean => side === 'left' || side === 'right';

/** Half the extent of the rectangle at right angles to the side. */
export const half = ({ width, height }: Size, side: Side): number => (isUpright(side) ? width : height) / 2;

/** `t` as a share of the side, 0 to 1. */
export const shareOf = (t: number): number => (t + 1) / 2;

/** How far a unit circle is from its tangent at `t` from the point of contact. */
export const bulge = (t: number): number => 1 - Math.sqrt(1 - t * t);

export const ellipseDepth: OutlineDepth = (size, side, t) => half(size, side) * bulge(t);

/** A rectangle whose corners have a radius: flat except near the ends of its sides. */
export const roundedDepth =
  (radius: number): OutlineDepth =>
  ({ width, height }, side, t) => {
    const reach = (isUpright(side) ? height : width) / 2;
    const r = Math.min(radius, width / 2, height / 2);
    const into = Math.abs(t) * reach - (reach - r);
    return into <= 0 ? 0 : r * bulge(Math.min(1, into / r));
  };
