/**
 * An arrow points against the flow of the drawing (../flow-direction.ts). The fix swaps its ends, unless the arrow is locked. If the
 * drawing would then flow in another direction, so that other arrows could point against it, the fix is words. It needs no trial: turning
 * an arrow that is on no cycle breaks none.
 */
import { isPinned } from '#schema/element.ts';

import { defineRule } from '../define-rule.ts';

export const flowBackwards = defineRule({
  code: 'flow-backwards',
  severity: 'info',
  message: '{arrow} points against the flow of the drawing, which runs {direction}.',
  count: ({ flow }) => flow.against().size,
  subjects: ({ flow }) => flow.against(),
  find(id, drawing, tab, trials) {
    const direction = drawing.flow.direction();
    const line = drawing.lines.get(id);
    if (line === undefined || direction === null || !isPinned(line.arrow.from) || !isPinned(line.arrow.to)) return null;
    const [arrow, from, to] = [tab.refOf(id), tab.refOf(line.arrow.from.element), tab.refOf(line.arrow.to.element)];
    const fix = drawing.flow.survivesTurning(id)
      ? trials.unlessLocked(line.arrow, `rewire ${arrow} from=${to} to=${from}`)
      : `turn ${arrow} around`;
    return { elements: [arrow, from, to], data: { arrow, direction }, fix };
  },
});
