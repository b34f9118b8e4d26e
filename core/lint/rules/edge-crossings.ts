/** edge-crossings: more pairs of arrows cross than a quarter of the arrows. One finding, naming those that cross most. */
import { defineRule } from '../define-rule.ts';
import type { Drawing } from '../drawing.ts';

const arrowsNamed = 10;

export const edgeCrossings = defineRule({
  code: 'edge-crossings',
  severity: 'warning',
  message: '{crossings} pairs of arrows cross, among {arrows} arrows.',
  count: (drawing) => (isTangled(drawing) ? 1 : 0),
  *check(drawing, tab) {
    if (!isTangled(drawing)) return;
    const elements = drawing.crossings
      .worst()
      .slice(0, arrowsNamed)
      .map((id) => tab.refOf(id));
    const data = { crossings: drawing.crossings.count() ?? 0, arrows: drawing.lines.size };
    yield { elements, data, fix: 'layout type:shape' };
  },
});

const isTangled = (drawing: Drawing): boolean => (drawing.crossings.count() ?? 0) * 4 > drawing.lines.size;
