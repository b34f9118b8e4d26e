/** class: a box of UML with a name and sections, which core/render/boxes/record.ts draws. */
import { roundedDepth } from './depth.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const classShape: ShapeDefinition = {
  outline: () => ({ body: 4 }),
  depth: roundedDepth(4),
  defaultSize: { width: 140, height: 60 },
  aliases: ['uml-class', 'interface'],
};
