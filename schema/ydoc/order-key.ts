/**
 * order-key: fractional indices (fractional-indexing, base 62) that order tabs, layers, pages and stacking.
 *
 * Two editors may write equal keys at the same moment, and a hostile one may write keys that the library refuses.
 * Nothing here throws: unusable keys are passed over, equal neighbours are treated as one.
 */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** What stands for a missing or unusable key. */
export const firstOrderKey = 'a0';

const characters = /^[0-9A-Za-z]{2,256}$/;

/** True when a key may be placed between: the form of fractional-indexing (its README), at most 256 characters. */
export function isOrderKey(key: unknown): key is string {
  if (typeof key !== 'string' || !characters.test(key)) return false;
  const head = key.charCodeAt(0);
  const integerLength = head >= 97 ? head - 97 + 2 : head >= 65 && head <= 90 ? 90 - head + 2 : Infinity;
  if (key.length < integerLength || key === `A${'0'.repeat(26)}`) return false;
  return key.length === integerLength || !key.endsWith('0');
}

/** Compares by key, then by id: the order in which equal keys stand everywhere. */
export function byOrder(
  a: { readonly order: string; readonly id: string },
  b: { readonly order: string; readonly id: string },
): number {
  return compareText(a.order, b.order) || compareText(a.id, b.id);
}

/**
 * The key that puts something at `position` (from 0) among others, given in their order without it.
 * A position past the end is the end. Where the two neighbours have equal keys the new one comes after both.
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
 * `count` keys in rising order after the entry at `position - 1` and before the one at `position` of others in their order.
 * As `orderAt` where neighbours have equal keys.
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

/** `count` keys in rising order. */
export const orderKeys = (count: number): string[] => generateNKeysBetween(null, null, count);

const usable = (key: string | undefined): string | null => (isOrderKey(key) ? key : null);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
