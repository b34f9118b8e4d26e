/** cross: a plus sign. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const cross: ShapeDefinition = {
  ...polygon([
    [0.33, 0], [0.67, 0], [0.67, 0.33], [1, 0.33], [1, 0.67], [0.67, 0.67],
    [0.67, 1], [0.33, 1], [0.33, 0.67], [0, 0.67], [0, 0.33], [0.33, 0.33],
  ]), // prettier-ignore
  labelInsets: [0, 0.33, 0, 0.33],
  defaultSize: { width: 120, height: 120 },
  icon: 'square',
};
