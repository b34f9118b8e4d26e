/** triangle: a triangle that points up. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const triangle: ShapeDefinition = {
  ...polygon([[0.5, 0], [1, 1], [0, 1]]), // prettier-ignore
  labelInsets: [0.25, 0.5, 0.25, 0],
  defaultSize: { width: 160, height: 140 },
  icon: 'square',
};
