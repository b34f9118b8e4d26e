/** hexagon: a preparation step. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const hexagon: ShapeDefinition = {
  ...polygon([[0.2, 0], [0.8, 0], [1, 0.5], [0.8, 1], [0.2, 1], [0, 0.5]]), // prettier-ignore
  labelInsets: [0.15, 0.1, 0.15, 0.1],
};
