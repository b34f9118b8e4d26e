/** circle: an ellipse of equal sides. */
import { ellipse } from './ellipse.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const circle: ShapeDefinition = {
  ...ellipse,
  defaultSize: { width: 120, height: 120 },
  aliases: [],
  icon: 'square',
};
