/**
 * A text has characters that no built-in font draws. The fix is words, as only its author knows another way to write it. An operator's own
 * fonts do not count: the same tab has the same lint on every node, and an SVG does not contain them.
 */
import { quoteShort } from '../../notation/quote.ts';
import { missingCharacters } from '../../text/missing-characters.ts';
import { defineRule } from '../define-rule.ts';
import { drawnTexts } from '../drawn-texts.ts';

/** Of a text in an unknown script all characters are missing; a few are enough to recognize it. */
const shown = 10;

export const missingGlyph = defineRule({
  code: 'missing-glyph',
  severity: 'info',
  message: 'No font has these characters of {element}: {characters}.',
  count: ({ marks }) => marks.undrawable.size,
  subjects: ({ marks }) => marks.undrawable,
  near(id, _drawing, footprint) {
    footprint.element(id);
    footprint.look(id);
  },
  find(id, drawing, tab) {
    const element = drawing.get(id);
    if (element === undefined) return null;
    const missing = new Set(drawnTexts(element).flatMap((text) => missingCharacters(text, element.font)));
    const first = [...missing].slice(0, shown).join('');
    const others = missing.size > shown ? ` and ${missing.size - shown} more` : '';
    const ref = tab.refOf(id);
    return {
      elements: [ref],
      data: { element: ref, characters: `${quoteShort(first, 2 * shown)}${others}` },
      fix: 'other characters',
    };
  },
});
