/**
 * The label of an arrow overlaps a box wherever along the arrow it is put, or where the arrow says that it is. The fix of the latter places
 * the label automatically, if that holds (../trials.ts). Otherwise it is words: only its author knows a shorter text.
 */
import { defineRule, inOrder } from '../define-rule.ts';

const boxesNamed = 5;
const shorter = 'shorter arrow label';

export const labelCollision = defineRule({
  code: 'label-collision',
  severity: 'warning',
  message: 'The label of {arrow} overlaps {boxes}.',
  count: (drawing) => drawing.lines.hiding.size,
  subjects: (drawing) => drawing.lines.hiding,
  near: (id, drawing, footprint) => drawing.noteArrow(id, footprint),
  find(id, drawing, tab, trials) {
    const line = drawing.lines.get(id);
    if (line === undefined || line.label === null) return null;
    const arrow = tab.refOf(id);
    const hidden = drawing.elements.drawn.hiddenAt(line.label.rect, line.route.ends);
    const boxes = inOrder(new Set(hidden), boxesNamed).map((box) => tab.refOf(box));
    const isFixed = line.arrow.labelAt !== undefined;
    const ways = isFixed ? [`set ${arrow} labelAt=`] : [];
    const fix = isFixed ? trials.firstToHold({ code: 'label-collision', subject: id }, ways, shorter) : shorter;
    return { elements: [arrow, ...boxes], data: { arrow, boxes: boxes.join(', ') }, fix };
  },
});
