/** The elements that the query of a picture or of lint names. */
import { findOne } from '#core/selectors/one.ts';
import { Work } from '#core/planning/work.ts';
import type { TabView } from '#core/tab/view.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

/** The full ids for a comma-separated list of refs, ids and unique prefixes. */
export function elementIdsIn(list: string, tab: TabView): string[] | Problem {
  const search = { tab, selected: null, work: new Work() };
  const ids: string[] = [];
  for (const part of list.split(',')) {
    const text = part.trim();
    if (text === '') return emptyPart;
    const element = findOne({ kind: 'ref', text }, search);
    if (isProblem(element)) return element;
    ids.push(element.id);
  }
  return ids;
}

const emptyPart = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/elements', message: 'must name an element between two commas' }],
});
