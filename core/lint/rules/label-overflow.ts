/**
 * A label needs more lines than its box has room for. The fix makes the text small if the small label fits and the box is not locked,
 * otherwise it is words.
 */
import { labelRoom } from '../../text/label-lines.ts';
import { defineRule } from '../define-rule.ts';

export const labelOverflow = defineRule({
  code: 'label-overflow',
  severity: 'warning',
  message: 'The label of {box} needs {need}, and the box has room for {hold}.',
  count: (drawing) => drawing.marks.overflowing.size,
  subjects: ({ marks }) => marks.overflowing,
  near: (id, _drawing, footprint) => footprint.element(id),
  find(id, drawing, tab, trials) {
    const element = drawing.box(id);
    if (element === null) return null;
    const { need, hold } = labelRoom(element);
    const small = labelRoom({ ...element, text: 'sm' });
    const box = tab.refOf(id);
    const fix = small.need <= small.hold ? trials.unlessLocked(element, `set ${box} text=sm`) : 'shorter label plus note';
    return { elements: [box], data: { box, need: lines(need), hold: hold === 0 ? 'none' : lines(hold) }, fix };
  },
});

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
