/** All lint rules, in the order in which findings of one severity are listed. */
import type { Rule } from '../define-rule.ts';
import { arrowBehindBox } from './arrow-behind-box.ts';
import { arrowDangling } from './arrow-dangling.ts';
import { arrowsMerge } from './arrows-merge.ts';
import { aspectExtreme } from './aspect-extreme.ts';
import { boxOverlap } from './box-overlap.ts';
import { colourOnThemed } from './colour-on-themed.ts';
import { duplicateLabel } from './duplicate-label.ts';
import { edgeCrossings } from './edge-crossings.ts';
import { flowBackwards } from './flow-backwards.ts';
import { groupEscape } from './group-escape.ts';
import { groupSplitEdges } from './group-split-edges.ts';
import { invalidElement } from './invalid-element.ts';
import { labelCollision } from './label-collision.ts';
import { labelOverflow } from './label-overflow.ts';
import { missingGlyph } from './missing-glyph.ts';
import { nodeIsolated } from './node-isolated.ts';

export const rules: readonly Rule[] = [
  invalidElement,
  boxOverlap,
  arrowDangling,
  arrowBehindBox,
  arrowsMerge,
  edgeCrossings,
  labelCollision,
  labelOverflow,
  nodeIsolated,
  groupEscape,
  groupSplitEdges,
  duplicateLabel,
  flowBackwards,
  aspectExtreme,
  colourOnThemed,
  missingGlyph,
];
