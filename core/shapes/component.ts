/** component: a UML component: a box with two plugs on its left side. */
import { d } from './path-data.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const component: ShapeDefinition = {
  outline({ x, y, width, height }) {
    const [depth, thick] = [width * 0.1, height * 0.16];
    const plug = (down: number): string => d`M${x} ${y + down * height}H${x + depth}V${y + down * height + thick}H${x}`;
    return { body: 3, lines: plug(0.22) + plug(0.62) };
  },
  labelInsets: [0.14, 0, 0, 0],
};
