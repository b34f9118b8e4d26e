/**
 * merge-order: merges the drawing orders of two sides.
 *
 * Elements that all three contents have on one layer keep the order of the side that changed it. What a side added goes directly in
 * front of the element that it follows there; if both added something in one place, the run whose first slug of its
 * own is less goes behind.
 */
import { jsonEqual } from '#schema/json-equal.ts';

import type { MergeConflict, MergeSide, ThreeContents } from './merge-contents.ts';
import type { TabContent } from './tab-content.ts';

export type OrderMerge = { readonly order: readonly string[]; readonly conflict: MergeConflict | null };

/** The order of the merged elements, from back to front. */
export function mergeOrder({ base, ours, theirs }: ThreeContents, merged: TabContent, winner: MergeSide): OrderMerge {
  const stays = (slug: string): boolean => {
    if (!merged.has(slug)) return false;
    const [before, our, their] = [base.get(slug), ours.get(slug), theirs.get(slug)];
    if (before === undefined || our === undefined || their === undefined) return false;
    return before.fields['layer'] === our.fields['layer'] && before.fields['layer'] === their.fields['layer'];
  };
  const orderIn = (content: TabContent): string[] => [...content.keys()].filter(stays);
  const [before, ourOrder, theirOrder] = [orderIn(base), orderIn(ours), orderIn(theirs)];
  const isOurs = !jsonEqual(before, ourOrder);
  const conflict =
    isOurs && !jsonEqual(before, theirOrder) && !jsonEqual(ourOrder, theirOrder) ? conflictOf(ourOrder, theirOrder) : null;
  const skeleton = (conflict === null ? isOurs : winner === 'ours') ? ourOrder : theirOrder;
  const places = new Map(skeleton.map((slug, index) => [slug, index]));
  const layerMoved = (content: TabContent, slug: string): boolean =>
    content.get(slug)?.fields['layer'] !== base.get(slug)?.fields['layer'];

  /** What a side adds, by the index of the element that it follows; -1: behind everything. */
  const runsOf = (own: TabContent, other: TabContent): Map<number, string[]> => {
    const runs = new Map<number, string[]>();
    let anchor = -1;
    for (const slug of own.keys()) {
      const place = places.get(slug);
      if (place !== undefined) anchor = place;
      else if (merged.has(slug) && (!other.has(slug) || !base.has(slug) || layerMoved(own, slug) || !layerMoved(other, slug)))
        runs.set(anchor, [...(runs.get(anchor) ?? []), slug]);
    }
    return runs;
  };
  const [ourRuns, theirRuns] = [runsOf(ours, theirs), runsOf(theirs, ours)];
  const order = new Set<string>();
  for (let index = -1; index < skeleton.length; index += 1) {
    const own = skeleton[index];
    if (own !== undefined) order.add(own);
    const [our, their] = [ourRuns.get(index) ?? [], theirRuns.get(index) ?? []];
    const isFirst = rankOf(our, their) < rankOf(their, our);
    for (const slug of isFirst ? [...our, ...their] : [...their, ...our]) order.add(slug);
  }
  // A box that was restored for an arrow has a place of its own only on the side that still has it.
  for (const slug of merged.keys()) order.add(slug);
  return { order: [...order], conflict };
}

/** By what runs are ordered: the first slug that the other does not have, as both sides may have added one element, then all. */
function rankOf(run: readonly string[], other: readonly string[]): string {
  const others = new Set(other);
  return [run.find((slug) => !others.has(slug)) ?? '', ...run].join(' ');
}

function conflictOf(our: readonly string[], their: readonly string[]): MergeConflict {
  const at = our.findIndex((slug, index) => slug !== their[index]);
  const [ref = ''] = [our[at] ?? '', their[at] ?? ''].toSorted();
  const words = (order: readonly string[]): string => {
    const below = order[order.indexOf(ref) - 1];
    return below === undefined ? 'at the back' : `in front of ${below}`;
  };
  return { ref, field: 'order', ours: words(our), theirs: words(their) };
}
