/** Boxes share a label (../marks.ts): one finding per label. The fix is words, as only their author knows another name. */
import { quoteShort } from '../../notation/quote.ts';
import { defineRule, inOrder } from '../define-rule.ts';

const boxesNamed = 10;
const labelShown = 40;

export const duplicateLabel = defineRule({
  code: 'duplicate-label',
  severity: 'info',
  message: '{count} boxes share the label {label}.',
  count: ({ marks }) => marks.shared.size,
  subjects: ({ marks }) => marks.shared,
  find(key, drawing, tab) {
    const sharing = drawing.marks.idsOfLabel(key);
    const ids = inOrder(sharing, boxesNamed);
    const label = drawing.box(ids[0] ?? '')?.label ?? '';
    const data = { count: sharing.size, label: quoteShort(label.trim(), labelShown) };
    return { elements: ids.map((id) => tab.refOf(id)), data, fix: 'rename one' };
  },
});
