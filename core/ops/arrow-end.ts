/**
 * arrow-end: the end of an arrow as an operation writes it, bound to the element that it names.
 *
 * `{ element, side? }` names its element by full id, ref, prefix or quoted label; the stored end holds the full id.
 * A missing element, and an arrow, is no place to pin to: invalid_result.
 */
import { isArrow } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Json } from '../notation/json.ts';
import type { Planning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';
import { selectOperand } from '../selectors/select.ts';

/** The end with its element's full id; what is no pinned end is given back for the schema to judge. */
export function bindEnd(value: Json, planning: Planning): Json | Problem {
  if (value === null || typeof value !== 'object' || !('element' in value) || typeof value.element !== 'string') return value;
  const element = selectOperand(value.element, planning.search);
  if (isProblem(element)) {
    if (element.code === 'target_ambiguous') return element;
    const detail = `An arrow is pinned to a missing element, ${quoteShort(value.element, 60)}.`;
    const hint = 'Add the element first, or pin the arrow to one that is there.';
    return problem('invalid_result', { detail, hint, elements: [value.element] });
  }
  if (!isArrow(element)) return { ...value, element: element.id };
  const elements = [planning.draft.refOf(element.id)];
  return problem('invalid_result', { detail: 'An arrow cannot be pinned to an arrow.', hint: 'Pin it to a box.', elements });
}
