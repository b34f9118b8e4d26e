/**
 * search-icons: icons by words, best first. Each word must be in the name or in a tag of the icon; a whole name counts most, then a word
 * of the name, a tag, the beginning of either, and last any part of them.
 */
import { wordsOf } from '../search/fold-text.ts';

/** An icon as it is searched. */
export type IconEntry = {
  readonly name: string;
  readonly parts: readonly string[];
  readonly tags: readonly string[];
  /** The words of the tags. */
  readonly words: readonly string[];
  /** Name and tags. */
  readonly text: string;
};

export function iconEntry(name: string, tags: readonly string[]): IconEntry {
  const words = tags.flatMap((tag) => tag.split(/[\s-]/));
  return { name, parts: name.split('-'), tags, words, text: [name, ...tags].join('\n') };
}

/** With its rank: the best first. */
export type FoundIcon = { readonly name: string; readonly rank: number };

/** The greatest rank for a word that is a whole part of a name, or a whole tag. */
export const wholeRank = 2.4;

export function searchIcons(text: string, entries: readonly IconEntry[]): readonly FoundIcon[] {
  const words = wordsOf(text.replaceAll(/[-_]/g, ' '));
  if (words.length === 0) return entries.map(({ name }) => ({ name, rank: 0 })).toSorted(byName);
  const whole = words.join('-');
  const found: FoundIcon[] = [];
  for (const entry of entries) {
    const rank = entry.name === whole ? 0 : words.reduce((sum, word) => sum + rankOf(word, entry), 0);
    if (rank < Infinity) found.push({ name: entry.name, rank });
  }
  return found.toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length || byName(a, b));
}

const byName = (a: FoundIcon, b: FoundIcon): number => (a.name < b.name ? -1 : 1);

/** Infinity if the icon has nothing to do with the word. The first tags describe an icon best. */
function rankOf(word: string, { name, parts, tags, words, text }: IconEntry): number {
  if (!text.includes(word)) return Infinity;
  if (parts[0] === word) return 1;
  if (parts.includes(word)) return 1.5;
  const at = tags.indexOf(word);
  if (at !== -1) return Math.min(wholeRank, 2 + at * 0.04);
  if (name.startsWith(word)) return 2.5;
  if (parts.some((part) => part.startsWith(word))) return 3;
  if (words.includes(word)) return 3.5;
  return words.some((part) => part.startsWith(word)) ? 4 : 5;
}
