/** arrow-dangling: an arrow is pinned to an element that is missing, or to another arrow. */
import { isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

import { defineRule, inOrder } from '../define-rule.ts';

export const arrowDangling = defineRule({
  code: 'arrow-dangling',
  severity: 'error',
  message: '{arrow} is pinned to {missing}, which is no box of this tab.',
  count: (drawing) => drawing.lines.dangling.size,
  *check(drawing, tab) {
    for (const id of inOrder(drawing.lines.dangling)) {
      const line = drawing.lines.get(id);
      if (line === undefined) continue;
      const { from, to } = line.arrow;
      const lost = [from, to].filter((end) => isPinned(end)).filter((end) => drawing.box(end.element) === null);
      const arrow = tab.refOf(id);
      const missing = [...new Set(lost.map((end) => slugOf(end.element)))].join(' and ');
      yield { elements: [arrow], data: { arrow, missing }, fix: `rm ${arrow}` };
    }
  },
});
