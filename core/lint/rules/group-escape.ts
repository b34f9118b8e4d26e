/**
 * A member of a frame is partly outside of it. Lanes are not checked. The fix moves the box to a free place inside, otherwise just as far as
 * necessary: the first that holds (../trials.ts), otherwise words.
 */
import type { Box } from '#schema/element.ts';

import { bottom, right } from '../../tab/rect.ts';
import { defineRule } from '../define-rule.ts';

export const groupEscape = defineRule({
  code: 'group-escape',
  severity: 'warning',
  message: '{member} lies partly outside of its frame {frame}.',
  count: ({ groups }) => groups.escaped.size,
  subjects: ({ groups }) => groups.escaped,
  near(id, drawing, footprint) {
    for (const one of [id, drawing.groups.parentOf(id)]) {
      const box = one === undefined ? null : drawing.box(one);
      if (box === null) continue;
      footprint.element(box.id);
      footprint.rect(box);
    }
  },
  find(id, drawing, tab, trials) {
    const [box, group] = [drawing.box(id), drawing.box(drawing.groups.parentOf(id) ?? '')];
    if (box === null || group === null) return null;
    const [member, frame] = [tab.refOf(id), tab.refOf(group.id)];
    const lines = [`move ${member} inside:${frame}`, `move ${member} by=${shiftInto(group, box).join(',')}`];
    const words = `make room in ${frame}, then move ${member} inside it`;
    const fix = trials.firstToHold({ code: 'group-escape', subject: id }, lines, words);
    return { elements: [member, frame], data: { member, frame }, fix };
  },
});

/** The shortest move that brings a box into a frame in which it fits. */
function shiftInto(frame: Box, box: Box): [number, number] {
  const dx = box.x < frame.x ? frame.x - box.x : Math.min(0, right(frame) - right(box));
  const dy = box.y < frame.y ? frame.y - box.y : Math.min(0, bottom(frame) - bottom(box));
  return [dx, dy];
}
