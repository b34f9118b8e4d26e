/**
 * arrow-end: resolves the end of an arrow, `{ element, side? }` or text such as `a.right@0.3`, to the element that it names by id,
 * ref, prefix or label.
 */
import { isArrow } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Json } from '../notation/json.ts';
import type { Planning } from '../planning/planning.ts';
import { isParseError } from '../notation/parse-error.ts';
import { quoteShort } from '../notation/quote.ts';
import { readEnd } from '../selectors/end.ts';
import { selectOperand } from '../selectors/select.ts';

/** The end with its element's full id. Values of any other form are returned unchanged, for the schema to check. */
export function bindEnd(value: Json, planning: Planning): Json | Problem {
  if (typeof value === 'string') {
    const read = readEnd(value);
    return isParseError(read) ? value : bindEnd({ element: read.text, ...read.at }, planning);
  }
  if (value === null || typeof value !== 'object' || !('element' in value) || typeof value.element !== 'string') return value;
  const element = selectOperand(value.element, planning.search);
  if (isProblem(element)) {
    if (element.code === 'target_ambiguous') return element;
    const detail = `An arrow is pinned to a missing element, ${quoteShort(value.element, 60)}.`;
    const hint = 'Add the element first, or attach the arrow to an existing one.';
    return problem('invalid_result', { detail, hint, elements: [value.element] });
  }
  if (!isArrow(element)) return { ...value, element: element.id };
  const elements = [planning.draft.refOf(element.id)];
  return problem('invalid_result', { detail: 'An arrow cannot be attached to an arrow.', hint: 'Attach it to a box.', elements });
}
