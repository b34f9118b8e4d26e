/**
 * characters: length and start of a text in Unicode code points, which is how the contract counts characters.
 */

/** How many characters the text has. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) count += 1;
  return count;
}

/** The first `count` characters of the text. */
export function firstCharacters(text: string, count: number): string {
  let at = 0;
  for (let taken = 0; taken < count && at < text.length; taken += 1) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}

/** True when the text has more than `limit` characters; looks at no more of it than it must. */
export const exceeds = (text: string, limit: number): boolean =>
  text.length > limit && firstCharacters(text, limit).length < text.length;

function isPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
