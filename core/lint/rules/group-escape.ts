/** group-escape: a member (its centre lies in the frame) lies partly outside of its frame. Lanes are not judged. */
import { defineRule, inOrder } from '../define-rule.ts';

export const groupEscape = defineRule({
  code: 'group-escape',
  severity: 'warning',
  message: '{member} lies partly outside of its frame {frame}.',
  count: ({ groups }) => groups.escaped.size,
  *check(drawing, tab) {
    for (const id of inOrder(drawing.groups.escaped)) {
      const [member, frame] = [tab.refOf(id), tab.refOf(drawing.groups.parentOf(id) ?? '')];
      yield { elements: [member, frame], data: { member, frame }, fix: `move ${member} inside:${frame}` };
    }
  },
});
