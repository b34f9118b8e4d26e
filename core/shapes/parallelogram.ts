/** parallelogram: input or output in a flowchart. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const parallelogram: ShapeDefinition = {
  ...polygon([[0.15, 0], [1, 0], [0.85, 1], [0, 1]]), // prettier-ignore
  labelInsets: [0.15, 0, 0.15, 0],
};
