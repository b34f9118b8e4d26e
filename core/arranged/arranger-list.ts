/** The arrangements by name. */
import type { ArrangementName } from '#schema/arranged.ts';

import type { Arranger } from './arranger.ts';
import { flow, tree } from './along-arrows.ts';
import { grid } from './grid.ts';
import { sequence } from './sequence.ts';
import { stack } from './stack.ts';
import { swimlane } from './swimlane.ts';

export const arrangers: Readonly<Record<ArrangementName, Arranger>> = { sequence, swimlane, stack, grid, tree, flow };
