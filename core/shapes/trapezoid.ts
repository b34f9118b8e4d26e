/** trapezoid: a manual step in a flowchart. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const trapezoid: ShapeDefinition = {
  ...polygon([[0.15, 0], [0.85, 0], [1, 1], [0, 1]]), // prettier-ignore
  labelInsets: [0.15, 0, 0.15, 0],
};
