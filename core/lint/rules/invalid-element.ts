/**
 * The document contains something that is not a valid element; every read leaves it out or corrects it. The fix is words, as no changeset
 * reaches it.
 */
import { firstCharacters } from '../../notation/characters.ts';
import { quote, quoteShort } from '../../notation/quote.ts';
import { defineRule, noSubjects } from '../define-rule.ts';

const shown = 100;

export const invalidElement = defineRule({
  code: 'invalid-element',
  severity: 'error',
  message: '{id} is not valid: {reason}.',
  count: (_, tab) => tab.skipped.length,
  // No line causes or fixes one.
  subjects: () => noSubjects,
  listed: (_, tab) => tab.skipped.keys().map(String),
  find(index, drawing, tab) {
    const skipped = tab.skipped[Number(index)];
    if (skipped === undefined) return null;
    const { id, reason } = skipped;
    const isThere = drawing.get(id) !== undefined;
    const element = isThere ? tab.refOf(id) : firstCharacters(id, shown);
    const data = { id: isThere ? element : quote(element), reason: oneLine(reason) };
    return { elements: [element], data, fix: 'correct or remove it in an editor' };
  },
});

/** Without quotes: the reason is a phrase of the product, but the name in it can be any text. */
const oneLine = (text: string): string => quoteShort(text, 2 * shown).slice(1, -1);
