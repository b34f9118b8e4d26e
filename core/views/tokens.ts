/**
 * tokens: about how many tokens a language model reads a text as, rather more than fewer.
 *
 * K1  Four letters of a word are a token, as are three digits; any other sign and a line break are one each; a space is
 *     none. A letter beyond ASCII is a token of its own: half of one in most European writing, one or more in Chinese.
 */

export function tokensOf(text: string): number {
  let tokens = 0;
  let kind: 'letter' | 'digit' | 'other' = 'other';
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const now = isLetter(code) ? 'letter' : isDigit(code) ? 'digit' : 'other';
    run = now === kind ? run + 1 : 1;
    kind = now;
    if (now === 'letter') tokens += run % 4 === 1 ? 1 : 0;
    else if (now === 'digit') tokens += run % 3 === 1 ? 1 : 0;
    else if (code !== space && !isSecondHalf(code)) tokens += 1;
  }
  return tokens;
}

const space = 0x20;
const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Of a character that is two units of UTF-16. */
const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
