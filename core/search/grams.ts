/**
 * grams: which documents can contain a word, known without reading their texts.
 *
 * A gram is a letter and up to two that follow it in the word. As grams at the end of a word are shorter, a part of one or two letters is
 * the beginning of a gram, so that two Chinese characters are found as a long word is.
 */

type Gram = { readonly first: string; readonly rest: string };

/** The grams of folded texts: by first letter, all that follow it, each after a line feed, in order. */
export function gramsOf(texts: Iterable<string>): Map<string, string> {
  const following = new Map<string, Set<string>>();
  const read = new Set<string>();
  for (const text of texts) {
    for (const word of text.split(' ')) {
      if (read.has(word)) continue;
      read.add(word);
      const letters = Array.from(word);
      for (const [at, first] of letters.entries()) {
        const rest = `${letters[at + 1] ?? ''}${letters[at + 2] ?? ''}`;
        const rests = following.get(first);
        if (rests === undefined) following.set(first, new Set([rest]));
        else rests.add(rest);
      }
    }
  }
  return new Map(
    Array.from(following, ([first, rests]) => [
      first,
      Array.from(rests)
        .toSorted()
        .map((rest) => `\n${rest}`)
        .join(''),
    ]),
  );
}

const perWord = 3;
const perQuery = 5;

/** The grams that tell documents apart best: from the beginning, the middle and the end of the longest words. */
export function gramsOfQuery(words: readonly string[]): Gram[] {
  const grams = new Map<string, Gram>();
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const letters = Array.from(word);
    const last = Math.max(0, letters.length - 3);
    for (const at of new Set([0, last, Math.floor(last / 2)].slice(0, perWord))) {
      if (grams.size === perQuery) break;
      const gram = { first: letters[at] ?? '', rest: `${letters[at + 1] ?? ''}${letters[at + 2] ?? ''}` };
      grams.set(`${gram.first}${gram.rest}`, gram);
    }
  }
  return [...grams.values()];
}
