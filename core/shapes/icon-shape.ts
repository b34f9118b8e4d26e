/** icon-shape: an icon of the icon set with the label below it; core/render/boxes/icon.ts draws it. In menus it is the shapes below. */
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const iconShape: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const [r, middle] = [width * 0.2, x + width / 2];
    const [left, low, side] = [x + width * 0.02, y + height * 0.58, width * 0.4];
    const [cx, cy] = [x + width * 0.78, y + height * 0.78];
    return {
      body: d`M${middle} ${y}L${middle + r * 1.2} ${y + height * 0.4}H${middle - r * 1.2}ZM${left} ${low}H${left + side}V${low + side}H${left}ZM${cx - r} ${cy}A${r} ${r} 0 1 1 ${cx + r} ${cy}A${r} ${r} 0 1 1 ${cx - r} ${cy}Z`,
    };
  },
  defaultSize: { width: 64, height: 64 },
  icon: 'square',
};
