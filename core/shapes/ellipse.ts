/** ellipse: an oval that fills its rectangle. */
import { ellipseDepth } from './depth.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const ellipse: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const [rx, ry] = [width / 2, height / 2];
    return { body: d`M${x} ${y + ry}A${rx} ${ry} 0 1 1 ${x + width} ${y + ry}A${rx} ${ry} 0 1 1 ${x} ${y + ry}Z` };
  },
  depth: ellipseDepth,
  // The largest rectangle in an ellipse has 1/√2 of its width and height.
  labelInsets: [0.1465, 0.1465, 0.1465, 0.1465],
  defaultSize: { width: 160, height: 100 },
  aliases: ['oval'],
};
