/** one: finds the single element that a ref, an id, an id prefix or a quoted label names (SL2, SL3, SL12). */
import type { Element } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';

import { quoteShort } from '../notation/quote.ts';
import { ambiguous } from './ambiguous.ts';
import { notFound } from './not-found.ts';
import { defineSelector } from './selector.ts';
import type { Search } from '../planning/planning.ts';
import { type Operand, selectorKeys } from './term.ts';

/** Greatest number of candidates listed. */
const listed = 10;

/** Refuses with target_not_found, target_ambiguous. */
export function findOne(operand: Operand, search: Search): Element | Problem {
  const ids = idsOf(operand, search);
  const [id] = ids;
  if (id === undefined) return none(operand, search);
  const element = search.tab.get(id);
  if (ids.length > 1 || element === undefined) return ambiguous(operandText(operand), ids, search.tab);
  return element;
}

export const one = defineSelector({
  kinds: ['ref', 'label'],
  form: '<ref>, <id>, <prefix>, "<label>"',
  matches: 'the element of that ref, id, unique id prefix, or label (ignoring case)',
  find(term, search) {
    const ids = idsOf(term, search);
    if (ids.length === 0) return none(term, search);
    if (term.kind === 'ref' && ids.length > 1) return ambiguous(operandText(term), ids, search.tab);
    return { among: ids.map((id) => search.tab.get(id)).filter((element) => element !== undefined) };
  },
});

/** The ids of the elements that it may refer to; for a prefix at most eleven. */
export function idsOf({ kind, text }: Operand, { tab, work }: Search): readonly string[] {
  work.spend(2);
  if (kind === 'label') {
    const ids = tab.idsOfLabel(text);
    work.spend(ids.length);
    return ids;
  }
  const ofSlug = text.includes('~') ? [] : tab.idsOfSlug(text);
  if (ofSlug.length > 0) return ofSlug;
  return tab.get(text) === undefined ? tab.idsWithPrefix(text, listed + 1) : [text];
}

function none(operand: Operand, search: Search): Problem {
  const key = operand.kind === 'ref' ? operand.text.slice(0, operand.text.indexOf(':') + 1) : '';
  if (operand.kind === 'ref' && selectorKeys.some((known) => operand.text.startsWith(known))) {
    const detail = `${operandText(operand)} is a selector, and here one element is named.`;
    return problem('target_not_found', { detail, hint: 'Give a ref, an id or a label in quotes.', nearest: [] });
  }
  if (key === '') return notFound(operandText(operand), operand.text, search);
  const detail = `Nothing on the tab matches ${operandText(operand)}, and there is no selector ${quoteShort(key, 60)}.`;
  return problem('target_not_found', { detail, hint: `Those with a key: ${selectorKeys.join(', ')}.`, nearest: [] });
}

const operandText = ({ kind, text }: Operand): string =>
  kind === 'label' ? `label ${quoteShort(text, 60)}` : quoteShort(text, 60);
