/** tokens: a slightly high estimate of the tokens that a language model needs for a text (VW40). */

export function tokensOf(text: string): number {
  let tokens = 0;
  let kind: 'letter' | 'digit' | 'other' = 'other';
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kindOfCharacter = isLetter(code) ? 'letter' : isDigit(code) ? 'digit' : 'other';
    run = kindOfCharacter === kind ? run + 1 : 1;
    kind = kindOfCharacter;
    if (kindOfCharacter === 'letter') tokens += run % 4 === 1 ? 1 : 0;
    else if (kindOfCharacter === 'digit') tokens += run % 3 === 1 ? 1 : 0;
    else if (code !== space && !isSecondHalf(code)) tokens += 1;
  }
  return tokens;
}

const space = 0x20;
const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Tokens of a character that takes two UTF-16 units. */
const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
