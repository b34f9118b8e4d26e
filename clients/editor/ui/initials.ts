/** initials: at most two letters for a name: of its first and its last word. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  if (first === undefined) return firstSign(name.trim()) || '?';
  return (firstSign(first) + (last === undefined ? '' : firstSign(last))).toLocaleUpperCase();
}

/** The first letter or digit of a word, or else its first character. */
function firstSign(text: string): string {
  let sign = '';
  for (const { segment } of segmenter.segment(text)) {
    sign ||= segment;
    if (/[\p{L}\p{N}]/u.test(segment)) return segment;
  }
  return sign;
}
