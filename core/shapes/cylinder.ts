/** cylinder: a database. */
import { bulge, isUpright } from './depth.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** Half the height of the lid, as a share of the height. */
const lid = 0.11;

export const cylinder: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const [far, low, rx, ry] = [x + width, y + height, width / 2, height * lid];
    return {
      body: d`M${x} ${y + ry}A${rx} ${ry} 0 0 1 ${far} ${y + ry}V${low - ry}A${rx} ${ry} 0 0 1 ${x} ${low - ry}Z`,
      lines: d`M${x} ${y + ry}A${rx} ${ry} 0 0 0 ${far} ${y + ry}`,
    };
  },
  depth: ({ height }, side, t) => (isUpright(side) ? 0 : lid * height * bulge(t)),
  labelInsets: [0, 0.22, 0, 0.08],
  defaultSize: { width: 120, height: 100 },
  aliases: ['database', 'db'],
  icon: 'square',
};
