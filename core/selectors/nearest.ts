/**
 * nearest: the labels on a tab that are most similar to a text that matched nothing.
 *
 * Similarity is the share of letter pairs that two texts have in common (Dice 1945), in their first 48 characters, so the cost
 * is bounded by the number of elements. The search ends when the work budget is exhausted.
 */
import { slugOf } from '#schema/ids.ts';

import { foldCase } from '../tab/fold.ts';
import type { Search } from '../planning/planning.ts';

const compared = 48;
const offered = 5;
const leastLikeness = 0.25;

/** Up to five labels (or slugs, of elements without one), the most similar first. */
export function nearestLabels(text: string, { tab, work }: Search): string[] {
  const pairs = pairsOf(text);
  const best = new Map<string, number>();
  for (const element of tab.elements()) {
    if (!work.spend(4)) break;
    const slug = slugOf(element.id);
    const name = element.label ?? slug;
    const likeness = Math.max(
      likenessOf(pairs, pairsOf(name)),
      element.label === undefined ? 0 : likenessOf(pairs, pairsOf(slug)),
    );
    if (likeness >= leastLikeness && likeness > (best.get(name) ?? 0)) best.set(name, likeness);
  }
  return [...best]
    .toSorted(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
    .slice(0, offered)
    .map(([name]) => name);
}

type Pairs = { readonly pairs: ReadonlySet<string>; readonly text: string };

function pairsOf(text: string): Pairs {
  const folded = foldCase(text.slice(0, compared));
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < folded.length; at += 1) pairs.add(folded.slice(at, at + 2));
  return { pairs, text: folded };
}

function likenessOf(a: Pairs, b: Pairs): number {
  if (a.text === '' || b.text === '') return 0;
  let shared = 0;
  for (const pair of a.pairs) if (b.pairs.has(pair)) shared += 1;
  const alike = a.pairs.size + b.pairs.size === 0 ? 0 : (2 * shared) / (a.pairs.size + b.pairs.size);
  return a.text.startsWith(b.text) || b.text.startsWith(a.text) || b.text.includes(a.text) ? Math.max(alike, 0.6) : alike;
}
