/** characters: length and prefix of a text in Unicode code points, the unit in which the API counts characters. */

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

/** True if the text has more than `limit` characters; reads no more of it than necessary. */
export const exceeds = (text: string, limit: number): boolean =>
  text.length > limit && firstCharacters(text, limit).length < text.length;

function isPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
