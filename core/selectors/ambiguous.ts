/** ambiguous: the refusal of a selector that matches several elements where one is required. */
import { type Problem, problem } from '#schema/problem.ts';

import { kindOf, summaryOf } from '../notation/naming.ts';
import type { TabView } from '../tab/view.ts';

const listed = 10;

/** target_ambiguous with the first ten candidates: `{ id, ref, kind, label? }` each. `hint`: what else can be done. */
export function ambiguous(written: string, ids: readonly string[], tab: TabView, hint?: string): Problem {
  const shown = ids
    .slice(0, listed)
    .map((id) => tab.get(id))
    .filter((element) => element !== undefined);
  const candidates = shown.map((element) => ({
    id: element.id,
    ref: tab.refOf(element.id),
    kind: kindOf(element),
    ...(element.label === undefined ? {} : { label: element.label }),
  }));
  const names = shown.map((element) => `${tab.refOf(element.id)} (${summaryOf(element, tab, 'short')})`);
  const more = ids.length > listed ? ' and more' : '';
  return problem('target_ambiguous', {
    detail: `${written} matches ${ids.length > listed ? `more than ${listed}` : ids.length} elements: ${names.join(', ')}${more}.`,
    candidates,
    ...(hint === undefined ? {} : { hint }),
  });
}
