/**
 * focus: resolves the elements that an agent says it is working on, from refs, ids and unique prefixes to full ids (SL20 to
 * SL22).
 */
import { isElementPrefix } from '#schema/ids.ts';
import { problem, type Problem } from '#schema/problem.ts';

import { quoteShort } from '../notation/quote.ts';
import { Work } from '../planning/work.ts';
import type { TabView } from '../tab/view.ts';
import { ambiguous } from './ambiguous.ts';
import { idsOf } from './one.ts';

/** Full ids, in the order of the entries. */
export function readFocus(entries: readonly string[], tab: TabView): readonly string[] | Problem {
  const malformed = entries.find((entry) => !isElementPrefix(entry));
  if (malformed !== undefined)
    return problem('invalid_focus', { detail: `${quoteShort(malformed, 60)} is no ref, id or id prefix.`, refs: [malformed] });
  const search = { tab, selected: null, work: new Work() };
  const matches = entries.map((text) => ({ text, ids: idsOf({ kind: 'ref', text }, search) }));
  const missing = [...new Set(matches.filter(({ ids }) => ids.length === 0).map(({ text }) => text))];
  if (missing.length > 0)
    return problem('focus_not_found', { refs: missing, detail: `No element matches: ${missing.join(', ')}.` });
  const several = matches.find(({ ids }) => ids.length > 1);
  if (several !== undefined) {
    const { detail, members } = ambiguous(quoteShort(several.text, 60), several.ids, tab);
    return problem('focus_ambiguous', { detail, refs: [several.text], candidates: members['candidates'] });
  }
  return [...new Set(matches.flatMap(({ ids }) => ids))];
}
