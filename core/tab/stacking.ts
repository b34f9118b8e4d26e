/**
 * stacking: makes keys for elements that go in front of, behind or between others.
 *
 * Keys are fractional indices. A key between two others sorts between them if a key of this form exists. Keys of any other
 * form, written by editors or hostile clients, are accepted: if there is no key between two, or it would be too long, the
 * nearer one is returned and ids break the tie. Nothing here fails.
 */
import { generateKeyBetween } from 'fractional-indexing';

import type { Box, Element } from '#schema/element.ts';

import type { TabView } from './view.ts';

/** The greatest length of a key that the schema allows. */
const longest = 256;

/** From back to front, within a layer. */
export const byStacking = (a: Pick<Element, 'id' | 'z'>, b: Pick<Element, 'id' | 'z'>): number =>
  a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1;

/** A key in front of every element of the tab. */
export function keyOnTop(tab: TabView): string {
  const top = tab.keyBelow(null);
  return keyBetween(top, null) ?? top ?? 'a0';
}

/** A key behind every element of the tab. */
export function keyAtBack(tab: TabView): string {
  const back = tab.keyAbove(null);
  return keyBetween(null, back) ?? back ?? 'a0';
}

/** A key directly behind the lowest of the boxes; null if there are none. */
export function keyBehind(boxes: readonly Box[], tab: TabView): string | null {
  const lowest = boxes.reduce<string | null>((least, { z }) => (least === null || z < least ? z : least), null);
  return lowest === null ? null : (keyBetween(tab.keyBelow(lowest), lowest) ?? lowest);
}

/** A key between two keys, where null means unbounded; null if there is none. `below` is less than `above`. */
export function keyBetween(below: string | null, above: string | null): string | null {
  const key = libraryKey(below, above) ?? plainKey(below ?? '', above);
  return key === null || key.length > longest ? null : key;
}

/** This many keys, in order, between two keys, where null means unbounded; null if there is no room for them. */
export function keysBetween(below: string | null, above: string | null, count: number): string[] | null {
  return above === null ? keysAbove(below, count) : keysWithin(below, above, count);
}

/** Counting keeps keys short on an unbounded side; bisection does between two keys. */
function keysAbove(below: string | null, count: number): string[] | null {
  const keys: string[] = [];
  for (let last = below; keys.length < count;) {
    const key = keyBetween(last, null);
    if (key === null) return null;
    keys.push(key);
    last = key;
  }
  return keys;
}

function keysWithin(below: string | null, above: string, count: number): string[] | null {
  if (count === 0) return [];
  const middle = keyBetween(below, above);
  if (middle === null) return null;
  const before = (count - 1) >> 1;
  const lower = keysWithin(below, middle, before);
  const upper = keysWithin(middle, above, count - 1 - before);
  return lower === null || upper === null ? null : [...lower, middle, ...upper];
}

function libraryKey(below: string | null, above: string | null): string | null {
  try {
    return generateKeyBetween(below, above);
  } catch {
    // The key does not have the library's form. The general method accepts any text of digits.
    return null;
  }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A text of digits that sorts between two others. There is none below '0…0' or between a key and the same key with zeros
 * appended.
 */
function plainKey(below: string, above: string | null): string | null {
  if (above === null) return below + digits.charAt(digits.length >> 1);
  let key = '';
  for (let at = 0; at <= Math.max(below.length, above.length); at += 1) {
    const low = at < below.length && below.startsWith(key) ? digits.indexOf(below.charAt(at)) : -1;
    const high = above.startsWith(key) ? (at < above.length ? digits.indexOf(above.charAt(at)) : -1) : digits.length;
    if (high === -1) return null;
    if (high - low > 1) {
      const middle = (low + high) >> 1;
      return middle <= low || (middle === 0 && low === -1) ? key + digits.charAt(low + 1) : key + digits.charAt(middle);
    }
    key += digits.charAt(Math.max(low, 0));
  }
  return null;
}
