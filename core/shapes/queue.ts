/** queue: a message queue: a cylinder on its side. */
import { bulge, isUpright } from './depth.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** Half the width of the lid, as a share of the width. */
const lid = 0.07;

export const queue: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const [far, low, rx, ry] = [x + width, y + height, width * lid, height / 2];
    return {
      body: d`M${x + rx} ${y}H${far - rx}A${rx} ${ry} 0 0 1 ${far - rx} ${low}H${x + rx}A${rx} ${ry} 0 0 1 ${x + rx} ${y}Z`,
      lines: d`M${far - rx} ${y}A${rx} ${ry} 0 0 0 ${far - rx} ${low}`,
    };
  },
  depth: ({ width }, side, t) => (isUpright(side) ? lid * width * bulge(t) : 0),
  labelInsets: [0.06, 0, 0.16, 0],
};
