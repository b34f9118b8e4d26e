/** pentagon: a pentagon that points up. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const pentagon: ShapeDefinition = {
  ...polygon([[0.5, 0], [1, 0.38], [0.81, 1], [0.19, 1], [0, 0.38]]), // prettier-ignore
  labelInsets: [0.15, 0.3, 0.15, 0.05],
  defaultSize: { width: 140, height: 140 },
  icon: 'square',
};
