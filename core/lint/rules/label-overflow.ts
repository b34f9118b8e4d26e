/**
 * A label needs more lines than its box has room for, or a word of it is wider than the box and continues on the next line. The fix
 * makes the text small if the small label fits and the box is not locked, otherwise it is words.
 */
import type { Labelled } from '../../text/label-box.ts';
import { breaksWord } from '../../text/fit-size.ts';
import { labelRoom } from '../../text/label-lines.ts';
import { defineRule } from '../define-rule.ts';

export const labelOverflow = defineRule({
  code: 'label-overflow',
  severity: 'warning',
  message: 'The label of {box} {fault}.',
  count: (drawing) => drawing.marks.overflowing.size,
  subjects: ({ marks }) => marks.overflowing,
  near: (id, _drawing, footprint) => footprint.element(id),
  find(id, drawing, tab, trials) {
    const element = drawing.box(id);
    if (element === null) return null;
    const box = tab.refOf(id);
    const { fault, remedy } = faultOf(element);
    const isSolved = faultOf({ ...element, text: 'sm' }).fault === null;
    const fix = isSolved ? trials.unlessLocked(element, `set ${box} text=sm`) : remedy;
    return { elements: [box], data: { box, fault: fault ?? '' }, fix };
  },
});

/** `fault` is null if all lines fit and no word is broken. */
function faultOf(element: Labelled): { readonly fault: string | null; readonly remedy: string } {
  const { need, hold } = labelRoom(element);
  if (need > hold) {
    const room = hold === 0 ? 'none' : lines(hold);
    return { fault: `needs ${lines(need)}, and the box has room for ${room}`, remedy: 'shorter label plus note' };
  }
  return { fault: breaksWord(element) ? 'breaks a word over two lines' : null, remedy: 'wider box' };
}

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
