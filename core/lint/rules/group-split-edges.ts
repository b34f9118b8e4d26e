/**
 * More than half of the arrows of a frame (../groups.ts) cross its border. Lanes are not checked. The fix removes the frame if that holds
 * (../trials.ts), otherwise it is words.
 */
import { defineRule } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';

export const groupSplitEdges = defineRule({
  code: 'group-split-edges',
  severity: 'info',
  message: '{crossing} of the {arrows} arrows of {frame} cross its border.',
  count: (drawing) => splitFrames(drawing).size,
  subjects: (drawing) => splitFrames(drawing),
  find(id, drawing, tab, trials) {
    const border = drawing.groups.borders().get(id);
    if (border === undefined) return null;
    const frame = tab.refOf(id);
    const words = `draw ${frame} around what belongs together`;
    const fix = trials.firstToHold({ code: 'group-split-edges', subject: id }, [`unwrap ${frame}`], words);
    return { elements: [frame], data: { frame, ...border }, fix };
  },
});

function splitFrames(drawing: LintDrawing): Set<string> {
  const split = new Set<string>();
  for (const [id, { arrows, crossing }] of drawing.groups.borders()) {
    if (crossing * 2 > arrows && drawing.box(id)?.type === 'frame') split.add(id);
  }
  return split;
}
