/** not-found: the refusal of a selector without a match, with the most similar labels. */
import { type Problem, problem } from '#schema/problem.ts';

import { quoteShort } from '../notation/quote.ts';
import { nearestLabels } from './nearest.ts';
import type { Search } from '../planning/planning.ts';

/** target_not_found. `written` is the selector as the message shows it, `text` what labels are compared with. */
export function notFound(written: string, text: string, search: Search): Problem {
  const nearest = text === '' ? [] : nearestLabels(text, search);
  const labels = nearest.map((label) => quoteShort(label, 60)).join(', ');
  const hint = labels === '' ? 'Read the tab with view=outline: it shows every ref and label.' : `Nearest: ${labels}.`;
  return problem('target_not_found', { detail: `Nothing on the tab matches ${written}.`, hint, nearest });
}
