/** square: the plain box. */
import type { ShapeDefinition } from './shape-definition.ts';

export const square: ShapeDefinition = {
  outline: () => ({ body: 3 }),
  aliases: ['rectangle', 'rect', 'box', 'process'],
};
