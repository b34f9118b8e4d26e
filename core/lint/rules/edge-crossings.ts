/**
 * More pairs of arrows cross than a quarter of the arrows: one finding, which names the arrows that cross most. The fix is a layout of the
 * shapes (../layout-lines.ts), the first that holds (../trials.ts), otherwise words; also words if there are fewer than two shapes.
 */
import { defineRule, noSubjects, onlyIf } from '../define-rule.ts';
import { layoutLines } from '../layout-lines.ts';
import { isTangled, tallyOf } from '../tally.ts';

const arrowsNamed = 10;

export const edgeCrossings = defineRule({
  code: 'edge-crossings',
  severity: 'warning',
  message: 'Pairs of arrows that cross: {crossings}, among {arrows} arrows.',
  count: (drawing) => (isTangled(tallyOf(drawing)) ? 1 : 0),
  subjects: (drawing) => onlyIf(isTangled(tallyOf(drawing))),
  local: () => noSubjects,
  find(subject, drawing, tab, trials) {
    const elements = drawing.crossings
      .worst()
      .slice(0, arrowsNamed)
      .map((id) => tab.refOf(id));
    const data = { crossings: drawing.crossings.count() ?? 0, arrows: drawing.lines.size };
    const words = 'spread what the arrows connect';
    const fix =
      drawing.marks.shapes > 1
        ? trials.firstToHold(
            { code: 'edge-crossings', subject, elements: drawing.marks.shapes },
            layoutLines(['', ' direction=right'], drawing, tab),
            words,
          )
        : words;
    return { elements, data, fix };
  },
});
