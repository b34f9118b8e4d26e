/** block-arrow: a thick arrow that points right. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const blockArrow: ShapeDefinition = {
  ...polygon(({ width, height }) => {
    const neck = 1 - Math.min(0.3, (0.6 * height) / width);
    return [[0, 0.2], [neck, 0.2], [neck, 0], [1, 0.5], [neck, 1], [neck, 0.8], [0, 0.8]]; // prettier-ignore
  }),
  labelInsets: [0, 0.22, 0.2, 0.22],
  defaultSize: { width: 160, height: 80 },
};
