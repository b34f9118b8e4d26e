/** entity: a box of an entity-relationship diagram with a name and its attributes. */
import { classShape } from './class.ts';
import type { ShapeDefinition } from './shape-definition.ts';

export const entity: ShapeDefinition = { ...classShape, aliases: ['er-entity'] };
