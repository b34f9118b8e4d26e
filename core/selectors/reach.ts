/**
 * reach: `downstream:<x>` and `upstream:<x>`, the elements that can be reached from x by following arrows forwards or
 * backwards, without x itself. Each arrow is followed once.
 */
import { type Element, isPinned } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { findOne } from './one.ts';
import { defineSelector } from './selector.ts';
import type { Search } from '../planning/planning.ts';

export const reach = defineSelector({
  kinds: ['downstream', 'upstream'],
  form: 'downstream:<x>, upstream:<x>',
  matches: 'everything reachable from x following arrows; everything that reaches x (x excluded)',
  find(term, search) {
    const start = findOne(term.of, search);
    return isProblem(start) ? start : { among: reachedFrom(start, term.kind === 'downstream' ? 'to' : 'from', search) };
  },
});

function reachedFrom(start: Element, towards: 'from' | 'to', { tab, work }: Search): Element[] {
  const seen = new Set([start.id]);
  const reached: Element[] = [];
  const open = [start.id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const arrow of tab.arrowsAt(at)) {
      if (!work.spend(2)) return reached;
      const [near, far] = towards === 'to' ? [arrow.from, arrow.to] : [arrow.to, arrow.from];
      if (!isPinned(near) || near.element !== at || !isPinned(far) || seen.has(far.element)) continue;
      seen.add(far.element);
      const element = tab.get(far.element);
      if (element === undefined) continue;
      reached.push(element);
      open.push(element.id);
    }
  }
  return reached;
}
