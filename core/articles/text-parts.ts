/** text-parts: a text in pieces of the length that a label may have. */

const longest = 8_000;

/** The text in pieces of a label's length, broken at spaces if there are any. Empty for a blank text. */
export function textParts(text: string): string[] {
  if (text.trim() === '') return [];
  if (text.length <= longest) return [text];
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > longest) {
    const window = text.slice(at, at + longest);
    const space = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'));
    const high = window.charCodeAt(longest - 1);
    const end = space > longest / 2 ? space : high >= 0xd800 && high <= 0xdbff ? longest - 1 : longest;
    pieces.push(window.slice(0, end));
    at += space > longest / 2 ? end + 1 : end;
  }
  pieces.push(text.slice(at));
  return pieces.filter((piece) => piece.trim() !== '');
}
