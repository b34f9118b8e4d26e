/** end-marker: the dot in a ring where the states of a machine end. */
import { ellipse } from './ellipse.ts';
import type { ShapeDefinition } from './shape-definition.ts';
import { dot } from './start-marker.ts';

export const end: ShapeDefinition = {
  ...ellipse,
  outline: ({ x, y, width, height }) => ({ ...ellipse.outline({ x, y, width, height }), solid: dot(x, y, width, height, 0.56) }),
  defaultSize: { width: 28, height: 28 },
  aliases: ['final'],
  icon: 'square',
};
