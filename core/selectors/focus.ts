/**
 * focus: the elements that an agent says it works on, from refs, ids and unique prefixes to full ids.
 * F1  Each entry has the form of a ref, else invalid_focus; all entries that match nothing are named (focus_not_found).
 * F2  An entry that several elements match is focus_ambiguous, with the candidates.
 * F3  An element named twice is in focus once.
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
  const strange = entries.find((entry) => !isElementPrefix(entry));
  if (strange !== undefined)
    return problem('invalid_focus', { detail: `${quoteShort(strange, 60)} is no ref, id or id prefix.`, refs: [strange] });
  const search = { tab, selected: null, work: new Work() };
  const found = entries.map((text) => ({ text, ids: idsOf({ kind: 'ref', text }, search) }));
  const missing = [...new Set(found.filter(({ ids }) => ids.length === 0).map(({ text }) => text))];
  if (missing.length > 0)
    return problem('focus_not_found', { refs: missing, detail: `No element matches: ${missing.join(', ')}.` });
  const several = found.find(({ ids }) => ids.length > 1);
  if (several !== undefined) {
    const { detail, members } = ambiguous(quoteShort(several.text, 60), several.ids, tab);
    return problem('focus_ambiguous', { detail, refs: [several.text], candidates: members['candidates'] });
  }
  return [...new Set(found.flatMap(({ ids }) => ids))];
}
