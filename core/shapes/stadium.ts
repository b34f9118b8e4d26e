/** stadium: a pill, the start or end of a flowchart. */
import { roundedDepth } from './depth.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const stadium: ShapeDefinition = {
  outline: ({ width, height }) => ({ body: Math.min(width, height) / 2 }),
  depth: roundedDepth(Infinity),
  labelInsets: [0.1, 0, 0.1, 0],
  defaultSize: { width: 160, height: 60 },
  aliases: ['pill', 'terminator'],
};
