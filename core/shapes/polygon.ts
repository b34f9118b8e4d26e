/** polygon: shapes given by their corners alone. */
import type { Side } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { isUpright, shareOf } from './depth.ts';
import { d } from './path-data.ts';
import type { Outline, ShapeDefinition } from './shape-definition.ts';

/** Corners as shares of width and height, from the top left. */
export type Corners = readonly (readonly [x: number, y: number])[];

/** Outline and depth of a polygon; `corners` may depend on the size. */
export function polygon(corners: Corners | ((size: Size) => Corners)): Required<Pick<ShapeDefinition, 'outline' | 'depth'>> {
  const cornersOf = typeof corners === 'function' ? corners : () => corners;
  return {
    outline: (rect): Outline => ({ body: polygonPath(rect, cornersOf(rect)) }),
    depth: (size, side, t) => depthShare(cornersOf(size), side, shareOf(t)) * (isUpright(side) ? size.width : size.height),
  };
}

function polygonPath({ x, y, width, height }: Rect, corners: Corners): string {
  return `M${corners.map(([across, down]) => d`${x + across * width} ${y + down * height}`).join('L')}Z`;
}

/** Distance from the side to the nearest edge at `share` along the side, as a share of the rectangle. */
function depthShare(corners: Corners, side: Side, share: number): number {
  const turned = corners.map(([x, y]) => (isUpright(side) ? ([y, x] as const) : ([x, y] as const)));
  let nearest = 1;
  for (const [index, from] of turned.entries()) {
    const to = turned[(index + 1) % turned.length] ?? from;
    const [low, high] = from[0] <= to[0] ? [from, to] : [to, from];
    if (share < low[0] - tolerance || share > high[0] + tolerance) continue;
    const run = high[0] - low[0];
    const depths = run < tolerance ? [low[1], high[1]] : [low[1] + ((high[1] - low[1]) * (share - low[0])) / run];
    for (const depth of depths) nearest = Math.min(nearest, side === 'right' || side === 'bottom' ? 1 - depth : depth);
  }
  return Math.max(0, nearest);
}

const tolerance = 1e-9;
