import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { isParseError } from './parse-error.ts';
import { quote, quoteExactly, quoteShort } from './quote.ts';
import { readString } from './read-string.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\v',
        '\f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\u202e',
        '\u2066',
        '"',
        '\\',
        '\t',
        '\u001b',
        'a',
        ' ',
        '\u0000',
        '→',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('quote', () => {
  test('quote turns every kind of line break into \\n', () => {
    for (const lineBreak of ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect(quote(`a${lineBreak}b`)).toBe('"a\\nb"');
  });

  test('quote escapes quotes and backslashes, and drops control characters', () => {
    expect(quote('say "hi" \\ \t.')).toBe('"say \\"hi\\" \\\\ \\t."');
    expect(quote('\u001b[31mred\u0007\u009b')).toBe('"[31mred"');
  });

  test('quote escapes characters that change the direction of writing', () => {
    expect(quote('a\u202eb\u2066')).toBe('"a\\u202eb\\u2066"');
  });

  test('no quoted text can leave its quotes or its line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const quoted = quote(text);
        // eslint-disable-next-line no-control-regex
        expect(quoted).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
        const read = readString(quoted, 0);
        expect(isParseError(read) ? read.expected : read.end).toBe(quoted.length);
      }),
      fuzz(2_000),
    );
  });

  test('quoteExactly is parsed back as the same text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(text.isWellFormed() && !text.includes('\u0000'));
        expect(readString(quoteExactly(text), 0)).toEqual({ text, end: quoteExactly(text).length });
        expect(quoteExactly(text)).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
      fuzz(2_000),
    );
  });

  test('quoteShort truncates a long text at whole characters', () => {
    expect(quoteShort('👍👍👍👍', 3)).toBe('"👍👍…"');
    expect(quoteShort('👍👍👍', 3)).toBe('"👍👍👍"');
  });
});
