/** Turns the words of a shell's command line into one line of the line form: quotes that the shell removed are added again. */
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
