/**
 * group-split-edges: more than half of a frame's arrows cross its border. Which are its arrows: ../groups.ts. Lanes are
 * not judged.
 * S1  The fix removes the frame, where that holds (../trials.ts), else words.
 */
import { defineRule } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';
import type { BorderCount } from '../groups.ts';

export const groupSplitEdges = defineRule({
  code: 'group-split-edges',
  severity: 'info',
  message: '{crossing} of the {arrows} arrows of {frame} cross its border.',
  count: (drawing) => splitFrames(drawing).length,
  subjects: (drawing) => new Set(splitFrames(drawing).map(([id]) => id)),
  *check(drawing, tab, trials) {
    for (const [id, { arrows, crossing }] of splitFrames(drawing)) {
      const frame = tab.refOf(id);
      const words = `draw ${frame} around what belongs together`;
      const fix = trials.firstToHold({ code: 'group-split-edges', subject: id }, [`unwrap ${frame}`], words);
      yield { elements: [frame], data: { frame, arrows, crossing }, fix };
    }
  },
});

function splitFrames(drawing: LintDrawing): [string, BorderCount][] {
  const split = [...drawing.groups.borders()].filter(
    ([id, { arrows, crossing }]) => crossing * 2 > arrows && drawing.box(id)?.type === 'frame',
  );
  return split.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
