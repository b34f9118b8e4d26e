/** diamond: a decision in a flowchart. */
import { polygon } from './polygon.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const diamond: ShapeDefinition = {
  ...polygon([[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]), // prettier-ignore
  labelInsets: [0.25, 0.25, 0.25, 0.25],
  defaultSize: { width: 160, height: 100 },
  aliases: ['decision'],
};
