/**
 * Fractional indices (fractional-indexing, base 62) that order tabs, layers, pages and stacking.
 *
 * Two editors may write equal keys at the same time, and a hostile one may write keys that the library rejects. Nothing here
 * throws: unusable keys are ignored, and neighbors with equal keys are treated as one.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Replaces a missing or unusable key. */
export const firstOrderKey = 'a0';

const characters = /^[0-9A-Za-z]{2,256}$/;

/** True if fractional-indexing can generate a key next to this one: the form in its README, at most 256 characters. */
export function isOrderKey(key: unknown): key is string {
  if (typeof key !== 'string' || !characters.test(key)) return false;
  const head = key.charCodeAt(0);
  const integerLength = head >= 97 ? head - 97 + 2 : head >= 65 && head <= 90 ? 90 - head + 2 : Infinity;
  if (key.length < integerLength || key === `A${'0'.repeat(26)}`) return false;
  return key.length === integerLength || !key.endsWith('0');
}

/** Compares by key, then by id, so that equal keys have one order everywhere. */
export function byOrder(
  a: { readonly order: string; readonly id: string },
  b: { readonly order: string; readonly id: string },
): number {
  return compareText(a.order, b.order) || compareText(a.id, b.id);
}

/**
 * The key for `position` (from 0) among the others, which are in order. A position past the end is the end.
 * Between neighbors with equal keys, the new entry comes after both.
 */
export function orderAt(others: readonly { readonly order: string }[], position: number): string {
  const at = Math.max(0, Math.min(others.length, Math.floor(position)));
  const before = usable(others[at - 1]?.order);
  let next = at;
  let after = usable(others[next]?.order);
  while (before !== null && after !== null && after <= before) {
    next += 1;
    after = usable(others[next]?.order);
  }
  return generateKeyBetween(before, after);
}

/**
 * `count` ascending keys between the entries at `position - 1` and `position` of the others, which are in order.
 * Neighbors with equal keys are treated as in `orderAt`.
 */
export function orderKeysAt(others: readonly { readonly order: string }[], position: number, count: number): string[] {
  const before = usable(others[position - 1]?.order);
  let next = position;
  let after = usable(others[next]?.order);
  while (before !== null && after !== null && after <= before) {
    next += 1;
    after = usable(others[next]?.order);
  }
  return generateNKeysBetween(before, after, count);
}

export type ListEntry = { readonly id: string; readonly order: unknown; readonly isFixed?: boolean };

/**
 * Keys that sort a list into the given order. Entries keep their keys where possible: fixed entries first, then as many of
 * the others as possible. Moving one entry therefore changes one key.
 */
export function listKeys(list: readonly ListEntry[]): string[] {
  const orders = list.map(({ order }) => (isOrderKey(order) ? order : null));
  const kept = fixedKeys(list, orders);
  const keys: string[] = [];
  for (let from = 0; from < list.length;) {
    const to = nextIndex(kept, from);
    const [low, high] = [kept[from - 1] ?? null, kept[to] ?? null];
    keys.push(...keysWithin(orders.slice(from, to), low, high));
    if (to < list.length) keys.push(kept[to] ?? firstOrderKey);
    from = to + 1;
  }
  return keys.every(isOrderKey) ? keys : orderKeys(list.length);
}

/** For each index, the key that a fixed entry keeps, or null. Adjacent fixed entries may keep equal keys. */
function fixedKeys(list: readonly ListEntry[], orders: readonly (string | null)[]): (string | null)[] {
  let last: { readonly id: string; readonly order: string; readonly index: number } | null = null;
  return list.map(({ id, isFixed }, index) => {
    const order = orders[index] ?? null;
    if (isFixed !== true || order === null) return null;
    const fits = last === null || order > last.order || (index === last.index + 1 && byOrder(last, { id, order }) < 0);
    if (fits) last = { id, order, index };
    return fits ? order : null;
  });
}

function nextIndex(kept: readonly (string | null)[], from: number): number {
  const next = kept.findIndex((key, index) => index >= from && key !== null);
  return next === -1 ? kept.length : next;
}

/** Ascending keys between `low` and `high`. The longest ascending subsequence of the existing keys stays. */
function keysWithin(orders: readonly (string | null)[], low: string | null, high: string | null): string[] {
  const stays = longestAscending(orders.map((order) => (order !== null && (low === null || order > low) && (high === null || order < high) ? order : null))); // prettier-ignore
  const keys: string[] = [];
  let missing = 0;
  for (const [index, order] of [...orders, null].entries()) {
    const isEnd = index === orders.length;
    if (!isEnd && !stays.has(index)) missing += 1;
    else {
      const next = isEnd ? high : order;
      if (missing > 0) keys.push(...generateNKeysBetween(keys.at(-1) ?? low, next, missing));
      if (!isEnd && order !== null) keys.push(order);
      missing = 0;
    }
  }
  return keys;
}

/** The indices of a longest strictly ascending subsequence, by patience sorting. */
function longestAscending(orders: readonly (string | null)[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [index, order] of orders.entries()) {
    if (order === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((orders[ends[middle] ?? 0] ?? '') < order) low = middle + 1;
      else high = middle;
    }
    before.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const chosen = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) chosen.add(at);
  return chosen;
}

/** `count` ascending keys. */
export const orderKeys = (count: number): string[] => generateNKeysBetween(null, null, count);

const usable = (key: string | undefined): string | null => (isOrderKey(key) ? key : null);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
