/** An arrow is attached to an element that is missing, or to another arrow. The fix removes the arrow, unless it is locked. */
import { isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

import { pinsOf } from '../../tab/tab-index.ts';
import { defineRule } from '../define-rule.ts';

export const arrowDangling = defineRule({
  code: 'arrow-dangling',
  severity: 'error',
  message: '{arrow} is attached to {missing}, which is not a box on this tab.',
  count: (drawing) => drawing.lines.dangling.size,
  subjects: (drawing) => drawing.lines.dangling,
  near(id, drawing, footprint) {
    drawing.noteBoxesAt(id, footprint);
    const arrow = drawing.lines.get(id)?.arrow;
    if (arrow !== undefined) for (const pin of pinsOf(arrow)) footprint.element(pin);
  },
  find(id, drawing, tab, trials) {
    const line = drawing.lines.get(id);
    if (line === undefined) return null;
    const { from, to } = line.arrow;
    const lost = [from, to].filter((end) => isPinned(end)).filter((end) => drawing.box(end.element) === null);
    const arrow = tab.refOf(id);
    const missing = [...new Set(lost.map((end) => slugOf(end.element)))].join(' and ');
    // Arrows that an editor attached to it are removed with it, and may be locked.
    const fix = drawing.hasArrows(id)
      ? trials.firstToHold({ code: 'arrow-dangling', subject: id }, [`rm ${arrow}`], `unlock what is pinned to ${arrow}`)
      : trials.unlessLocked(line.arrow, `rm ${arrow}`);
    return { elements: [arrow], data: { arrow, missing }, fix };
  },
});
