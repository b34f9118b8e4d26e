/**
 * arrow-behind-box: an arrow passes through a box that it does not connect.
 * B1  What an arrow may pass through: ../../arrows/obstacles.ts. One finding for each arrow, however many boxes are in its way.
 * B2  The fix draws the arrow angled, without its way-points when those are in the way; where none of this
 *     clears the way, words.
 */
import type { Arrow } from '#schema/element.ts';

import { routeAt } from '../../arrows/route.ts';
import { defineRule, inOrder } from '../define-rule.ts';
import type { Drawing } from '../drawing.ts';
import { boxesOver, boxesPassed } from '../lines.ts';

const boxesNamed = 5;

export const arrowBehindBox = defineRule({
  code: 'arrow-behind-box',
  severity: 'warning',
  message: '{arrow} passes through {boxes}.',
  count: (drawing) => drawing.lines.behind.size,
  *check(drawing, tab) {
    for (const id of inOrder(drawing.lines.behind)) {
      const line = drawing.lines.get(id);
      if (line === undefined) continue;
      const over = boxesOver(line, drawing);
      const arrow = tab.refOf(id);
      const named = over.slice(0, boxesNamed).map((box) => tab.refOf(box.id));
      const boxes = over.length > boxesNamed ? `${named.join(', ')} and ${over.length - boxesNamed} more` : named.join(', ');
      yield { elements: [arrow, ...named], data: { arrow, boxes }, fix: fixFor(line.arrow, arrow, drawing) };
    }
  },
});

function fixFor(arrow: Arrow, ref: string, drawing: Drawing): string {
  const { points, ...direct } = arrow;
  if (arrow.line !== 'angled' && isClear({ ...arrow, line: 'angled' }, drawing)) return `set ${ref} line=angled`;
  if (points !== undefined && isClear({ ...direct, line: 'angled' }, drawing)) return `set ${ref} line=angled points=`;
  if (points !== undefined && isClear(direct, drawing)) return `set ${ref} points=`;
  return 'clear its way: move what it passes through';
}

function isClear(arrow: Arrow, drawing: Drawing): boolean {
  return boxesPassed(routeAt(arrow, drawing.spreadOf(arrow), drawing), drawing).next().done === true;
}
