/** callout: a speech bubble. */
import { isUpright, shareOf } from './depth.ts';
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

/** Height of the tail, as a share of the height. */
const tail = 0.25;

export const callout: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const [far, edge, tip] = [x + width, y + height * (1 - tail), y + height];
    const r = Math.min(10, width / 4, height / 4);
    const [from, to] = [x + width * 0.42, x + width * 0.58];
    return {
      body: d`M${x + r} ${y}H${far - r}A${r} ${r} 0 0 1 ${far} ${y + r}V${edge - r}A${r} ${r} 0 0 1 ${far - r} ${edge}H${to}L${x + width / 2} ${tip}L${from} ${edge}H${x + r}A${r} ${r} 0 0 1 ${x} ${edge - r}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`,
    };
  },
  depth({ width, height }, side, t) {
    if (side === 'bottom') return tail * height * Math.min(1, Math.abs(t) / 0.16);
    const below = isUpright(side) ? Math.max(0, shareOf(t) - (1 - tail)) / tail : 0;
    return below === 0 ? 0 : width * (0.42 + 0.08 * below);
  },
  labelInsets: [0, 0, 0, 0.25],
  defaultSize: { width: 160, height: 100 },
};
