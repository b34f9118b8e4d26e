/**
 * stacking: keys for elements that go on top, behind or between others.
 * K1  Keys are fractional indices; a key between two always sorts between them when one of this form exists.
 * K2  Keys that no library made (an editor's, a hostile one's) are taken as they are: when there is no key between two,
 *     or it would be too long, the answer is the nearer one, and ids break the tie. Nothing here can fail.
 */
import { generateKeyBetween } from 'fractional-indexing';

import type { Box } from '#schema/element.ts';

import type { TabView } from './view.ts';

/** As long as the schema lets a key be. */
const longest = 256;

/** A key above every element of the tab. */
export function keyOnTop(tab: TabView): string {
  const top = tab.keyBelow(null);
  return keyBetween(top, null) ?? top ?? 'a0';
}

/** A key behind every element of the tab. */
export function keyAtBack(tab: TabView): string {
  const back = tab.keyAbove(null);
  return keyBetween(null, back) ?? back ?? 'a0';
}

/** A key directly behind the lowest of the boxes; null when there are none. */
export function keyBehind(boxes: readonly Box[], tab: TabView): string | null {
  const lowest = boxes.reduce<string | null>((least, { z }) => (least === null || z < least ? z : least), null);
  return lowest === null ? null : (keyBetween(tab.keyBelow(lowest), lowest) ?? lowest);
}

/** A key between two, where null is no bound on that side; null when there is none. `below` is less than `above`. */
export function keyBetween(below: string | null, above: string | null): string | null {
  const key = libraryKey(below, above) ?? plainKey(below ?? '', above);
  return key === null || key.length > longest ? null : key;
}

/** So many keys in order between two, where null is no bound on that side; null when there is no room for them. */
export function keysBetween(below: string | null, above: string | null, count: number): string[] | null {
  return above === null ? keysAbove(below, count) : keysWithin(below, above, count);
}

/** Counting up keeps keys short where there is no bound; halving does where there is one. */
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
    // A key that is no fractional index of the library's form: the plain way serves any text of digits.
    return null;
  }
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A text of digits between two others as texts sort. None exists below '0…0' and between a key and itself plus zeros. */
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
