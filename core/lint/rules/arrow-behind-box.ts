/**
 * An arrow passes through a box that it does not connect (../../arrows/obstacles.ts): one finding per arrow. An arrow with an end on a pile
 * of more than 100 boxes is not checked, nor is its label; the summary counts such arrows. The fix draws the arrow angled, without its
 * way-points if they are in the way: the first line that holds (../trials.ts), otherwise words.
 */
import type { Arrow } from '#schema/element.ts';

import { defineRule, inOrder } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';
import { boxesOver, boxesCrossedBy } from '../arrow-lines.ts';
import type { Trials } from '../trials.ts';

const boxesNamed = 5;

export const arrowBehindBox = defineRule({
  code: 'arrow-behind-box',
  severity: 'warning',
  message: '{arrow} passes through {boxes}.',
  count: (drawing) => drawing.lines.behind.size,
  subjects: (drawing) => drawing.lines.behind,
  near: (id, drawing, footprint) => drawing.noteBoxesAt(id, footprint),
  find(id, drawing, tab, trials) {
    const line = drawing.lines.get(id);
    if (line === undefined) return null;
    const over = boxesOver(line, drawing.elements.ground);
    const arrow = tab.refOf(id);
    const named = inOrder(over, boxesNamed).map((box) => tab.refOf(box));
    const boxes = over.size > boxesNamed ? `${named.join(', ')} and ${over.size - boxesNamed} more` : named.join(', ');
    return { elements: [arrow, ...named], data: { arrow, boxes }, fix: fixFor(line.arrow, arrow, drawing, trials) };
  },
});

const fixFor = (arrow: Arrow, ref: string, drawing: LintDrawing, trials: Trials): string =>
  trials.firstToHold(
    { code: 'arrow-behind-box', subject: arrow.id },
    clearWays(arrow, ref, drawing, trials),
    'clear its way: move what it passes through',
  );

function* clearWays(arrow: Arrow, ref: string, drawing: LintDrawing, trials: Trials): Generator<string> {
  const { points, ...direct } = arrow;
  if (arrow.line !== 'angled' && isClear({ ...arrow, line: 'angled' }, drawing, trials)) yield `set ${ref} line=angled`;
  if (points === undefined) return;
  if (isClear({ ...direct, line: 'angled' }, drawing, trials)) yield `set ${ref} line=angled points=`;
  if (isClear(direct, drawing, trials)) yield `set ${ref} points=`;
}

/** True also if there is no room for the search: the line is then suggested without a trial. */
const isClear = (arrow: Arrow, { elements }: LintDrawing, trials: Trials): boolean =>
  trials.isExhausted('arrow-behind-box') || boxesCrossedBy(trials.routeOf(arrow), elements.ground).next().done === true;
