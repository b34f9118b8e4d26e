/** arrows: `<a>-><b>`, the arrows attached from a to b, and `from:<x>` and `to:<x>`, the arrows attached at that end. */
import { type Arrow, isPinned } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { findOne } from './one.ts';
import { defineSelector } from './selector.ts';
import type { Search } from '../planning/planning.ts';

/** The arrows attached from the one element to the other; null matches any element or none. */
export function arrowsBetween(from: string | null, to: string | null, { tab, work }: Pick<Search, 'tab' | 'work'>): Arrow[] {
  const arrows: Arrow[] = [];
  for (const arrow of tab.arrowsAt(from ?? to ?? '')) {
    if (!work.spend(1)) break;
    const fromFits = from === null || (isPinned(arrow.from) && arrow.from.element === from);
    if (fromFits && (to === null || (isPinned(arrow.to) && arrow.to.element === to))) arrows.push(arrow);
  }
  return arrows;
}

export const arrowFromTo = defineSelector({
  kinds: ['arrow'],
  form: '<a>-><b>',
  matches: 'the arrow pinned from a to b',
  find(term, search) {
    const from = findOne(term.from, search);
    if (isProblem(from)) return from;
    const to = findOne(term.to, search);
    return isProblem(to) ? to : { among: arrowsBetween(from.id, to.id, search) };
  },
});

export const arrowsAtEnd = defineSelector({
  kinds: ['from', 'to'],
  form: 'from:<x>, to:<x>',
  matches: 'arrows pinned from, or to, an element',
  find(term, search) {
    const element = findOne(term.of, search);
    if (isProblem(element)) return element;
    return { among: term.kind === 'from' ? arrowsBetween(element.id, null, search) : arrowsBetween(null, element.id, search) };
  },
});
