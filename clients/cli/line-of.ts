/**
 * line-of: the words of a shell's command line as one line of the line form.
 *
 * L1  A shell has taken the quotes away: a value or name that has blanks or quotes gets them back.
 * L2  What still has its quotes (`'"Pay now"'` in a shell), and a value in brackets, stays as it is.
 */
import { quoteExactly } from '#core/notation/quote.ts';

/** `lineOf('add', ['square', 'label=Pay now', 'right-of:a'])` is `add square label="Pay now" right-of:a`. */
export const lineOf = (operation: string, words: readonly string[]): string => [operation, ...words.map(token)].join(' ');

function token(word: string): string {
  const mark = /^[a-z][a-z-]*[=:~]/i.exec(word)?.[0] ?? '';
  return mark + value(word.slice(mark.length));
}

function value(text: string): string {
  const first = text[0];
  const isWhole = text.length > 1 && first === '"' && text.endsWith('"');
  if (isWhole || first === '[' || first === '{' || !needsQuotes.test(text)) return text;
  return quoteExactly(text);
}

// eslint-disable-next-line no-control-regex
const needsQuotes = /[\s"\\\u0000-\u001f]/;
