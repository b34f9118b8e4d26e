/** rounded: a box with round corners. */
import { roundedDepth } from './depth.ts';
import type { ShapeDefinition } from './shape-definition.ts';

const radius = 14;

export const rounded: ShapeDefinition = {
  outline: () => ({ body: radius }),
  depth: roundedDepth(radius),
};
