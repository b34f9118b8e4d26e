/** marked-text: where the words of a search are in a text, and the part of it around the first of them. */
import { foldText } from './fold-text.ts';

export type TextPart = { readonly text: string; readonly isMatch: boolean };

/** The text in parts, of which those that match a word are marked. */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const letters = Array.from(text);
  const { folded, origins } = foldLetters(letters);
  const isMatch = letters.map(() => false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1 && word !== ''; at = folded.indexOf(word, at + word.length))
      for (let end = at; end < at + word.length; end += 1) isMatch[origins[end] ?? 0] = true;
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.isMatch === isMatch[at]) last.text += letter;
    else parts.push({ text: letter, isMatch: isMatch[at] === true });
  }
  return parts;
}

const before = 40;

/** At most `length` letters on one line, with `…` where text was left out. */
export function excerptOf(text: string, words: readonly string[], length: number): string {
  const letters = Array.from(text.toWellFormed().replaceAll(/\s+/g, ' ').trim());
  if (letters.length <= length) return letters.join('');
  const { folded, origins } = foldLetters(letters);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const at = places.length === 0 ? 0 : (origins[Math.min(...places)] ?? 0);
  const room = length - 2;
  const start = at <= before ? 0 : Math.min(at - before, letters.length - room);
  const end = start + room;
  return `${start > 0 ? '…' : ''}${letters.slice(start, end).join('')}${end < letters.length ? '…' : ''}`;
}

/** The letters, each folded by itself, and for each code unit of the result the letter that it comes from. */
function foldLetters(letters: readonly string[]): { readonly folded: string; readonly origins: readonly number[] } {
  const origins: number[] = [];
  let folded = '';
  for (const [at, letter] of letters.entries()) {
    const own = /\s/.test(letter) ? ' ' : foldText(letter);
    folded += own;
    for (let unit = 0; unit < own.length; unit += 1) origins.push(at);
  }
  return { folded, origins };
}
