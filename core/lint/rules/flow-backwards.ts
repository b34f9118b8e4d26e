/** flow-backwards: an arrow points against the drawing's flow (../flow.ts). The fix swaps its ends. */
import { isPinned } from '#schema/element.ts';

import { defineRule, inOrder } from '../define-rule.ts';

export const flowBackwards = defineRule({
  code: 'flow-backwards',
  severity: 'info',
  message: '{arrow} points against the flow of the drawing, which runs {direction}.',
  count: ({ flow }) => flow.against().size,
  *check(drawing, tab) {
    const direction = drawing.flow.direction();
    for (const id of inOrder(drawing.flow.against())) {
      const line = drawing.lines.get(id);
      if (line === undefined || direction === null || !isPinned(line.arrow.from) || !isPinned(line.arrow.to)) continue;
      const [arrow, from, to] = [tab.refOf(id), tab.refOf(line.arrow.from.element), tab.refOf(line.arrow.to.element)];
      yield { elements: [arrow, from, to], data: { arrow, direction }, fix: `rewire ${arrow} from=${to} to=${from}` };
    }
  },
});
