/** nearest-icons: the icons that an unknown name may stand for. */
import { editDistance } from '../fields/edit-distance.ts';
import { type IconEntry, searchIcons, wholeRank } from './search-icons.ts';

/** Names with the most pairs of letters in common, whose edit distance is computed. */
const candidates = 40;

/** The best first: what the name describes, misspelled names, what a word of it describes, then the most similar names. */
export function nearestIcons(name: string, count: number, entries: readonly IconEntry[]): readonly string[] {
  const wanted = name.toLowerCase().slice(0, 40);
  const words = wanted.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const described = [words, ...words.map((word) => [word])]
    .filter((some) => some.length > 0)
    .flatMap((some) =>
      searchIcons(some.join(' '), entries)
        .slice(0, count)
        .map((icon) => ({ name: icon.name, isExact: icon.rank <= wholeRank * some.length })),
    );
  const similar = mostAlike(wanted, entries);
  return [
    ...new Set([
      ...described.filter(({ isExact }) => isExact).map((icon) => icon.name),
      ...similar.filter(({ distance }) => distance <= wanted.length / 4).map((icon) => icon.name),
      ...described.map((icon) => icon.name),
      ...similar.map((icon) => icon.name),
    ]),
  ].slice(0, count);
}

function mostAlike(wanted: string, entries: readonly IconEntry[]): { readonly name: string; readonly distance: number }[] {
  const pairs = Array.from(wanted.slice(1), (letter, at) => `${wanted[at] ?? ''}${letter}`);
  const unlike = (name: string): number =>
    Math.abs(name.length - wanted.length) - 2 * pairs.reduce((sum, pair) => sum + (name.includes(pair) ? 1 : 0), 0);
  return entries
    .map(({ name }) => ({ name, order: unlike(name) }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, candidates)
    .map(({ name }) => ({ name, distance: editDistance(wanted, name) }))
    .toSorted((a, b) => a.distance - b.distance);
}
