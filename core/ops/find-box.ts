/** find-box: finds the box that an operation names as the end of an arrow. */
import { type Box, isArrow } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOperand } from '../selectors/select.ts';

/** Refuses with target_not_found, target_ambiguous, and invalid_value for an arrow. */
export function findBox(text: string, planning: Planning): Box | Problem {
  const element = selectOperand(text, planning.search);
  if (isProblem(element) || !isArrow(element)) return element;
  return problem('invalid_value', {
    detail: `${nameOf(element)} is an arrow: arrows connect boxes.`,
    hint: 'Name a box at each end.',
  });
}
