/** mention-query: the mention that is being typed before the caret, the people who fit it, and the text once one is chosen. */
import { foldText } from '#core/search/fold-text.ts';

/** `at`: where its `@` is. */
export type TypedMention = { readonly at: number; readonly words: string };

/** A longer text after an `@` is no name. */
const nameCharacters = 40;
const offeredMax = 8;
/** `mail@example` is no mention. */
const inWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]$/u;

/** Null if no mention is being typed there. */
export function mentionQueryAt(text: string, caret: number): TypedMention | null {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf('@');
  if (at === -1 || inWord.test(before.slice(0, at))) return null;
  const words = before.slice(at + 1);
  return words.length > nameCharacters || /^\s|\n/.test(words) ? null : { at, words };
}

type Named = { readonly id: string; readonly name: string };

/** Those whose name begins with the words first, then those with a word that does. All if nothing is typed yet. */
export function peopleFor<P extends Named>(words: string, people: readonly P[]): readonly P[] {
  const typed = foldText(words);
  const rankOf = ({ name }: P): number => {
    const folded = foldText(name);
    if (folded.startsWith(typed)) return 0;
    return ` ${folded}`.includes(` ${typed}`) ? 1 : 2;
  };
  const fitting = people.map((person) => ({ person, rank: rankOf(person) })).filter(({ rank }) => rank < 2);
  return fitting
    .toSorted((a, b) => a.rank - b.rank || a.person.name.localeCompare(b.person.name))
    .slice(0, offeredMax)
    .map(({ person }) => person);
}

/** What takes the place of the text from the `@` to the caret. */
export const mentionText = (name: string, after: string): string => (/^\s/.test(after) ? `@${name}` : `@${name} `);
