/** selector-list: every kind of selector term. */
import { arrowFromTo, arrowsAtEnd } from './arrows.ts';
import { inGroup } from './in-group.ts';
import { inside } from './inside.ts';
import { labelContains } from './label-contains.ts';
import { ofKind } from './of-kind.ts';
import { one } from './one.ts';
import { reach } from './reach.ts';
import { selectedTerm } from './selected.ts';
import type { SelectorKind } from './selector.ts';

export const selectorKinds: readonly SelectorKind[] = [
  one,
  labelContains,
  ofKind,
  inside,
  inGroup,
  arrowFromTo,
  arrowsAtEnd,
  reach,
  selectedTerm,
];
