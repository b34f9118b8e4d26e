/**
 * edge-crossings: more pairs of arrows cross than a quarter of the arrows. One finding, naming those that cross most.
 * X1  The fix is a layout of the shapes. Few drawings cannot be drawn with fewer crossings, but how few are left is the
 *     layout's, so it is not promised. With fewer than two shapes there is nothing to lay out: words.
 */
import { defineRule, onlyIf } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';

const arrowsNamed = 10;

export const edgeCrossings = defineRule({
  code: 'edge-crossings',
  severity: 'warning',
  message: 'Pairs of arrows that cross: {crossings}, among {arrows} arrows.',
  count: (drawing) => (isTangled(drawing) ? 1 : 0),
  subjects: (drawing) => onlyIf(isTangled(drawing)),
  find(_subject, drawing, tab) {
    const elements = drawing.crossings
      .worst()
      .slice(0, arrowsNamed)
      .map((id) => tab.refOf(id));
    const data = { crossings: drawing.crossings.count() ?? 0, arrows: drawing.lines.size };
    const fix = drawing.marks.shapes > 1 ? 'layout type:shape' : 'spread what the arrows connect';
    return { elements, data, fix };
  },
});

const isTangled = (drawing: LintDrawing): boolean => (drawing.crossings.count() ?? 0) * 4 > drawing.lines.size;
