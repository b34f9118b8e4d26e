/** restack: moves elements within the stacking order, which sorts by key and then by id. */
import type { Element } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { keysBetween } from '../tab/stacking.ts';

/** True if a is drawn in front of b. */
export const comesAfter = (a: Element, b: Element): boolean => (a.z === b.z ? a.id > b.id : a.z > b.z);

/** The frontmost element other than these; null if there is none. */
export function topElement(except: ReadonlySet<string>, planning: Planning): Element | null {
  return lastBelow(planning.draft.keyBelow(null), except, planning);
}

/** The element directly behind this one, ignoring some; null if there is none. */
export function elementBelow(element: Element, except: ReadonlySet<string>, planning: Planning): Element | null {
  const { draft } = planning;
  const sameKey = elementsAt(element.z, planning).findLast((other) => other.id < element.id && !except.has(other.id));
  return sameKey ?? lastBelow(draft.keyBelow(element.z), except, planning);
}

/** The frontmost element with this key or a lower one. */
function lastBelow(start: string | null, except: ReadonlySet<string>, planning: Planning): Element | null {
  for (let key = start; key !== null; key = planning.draft.keyBelow(key)) {
    const last = elementsAt(key, planning).findLast(({ id }) => !except.has(id));
    if (last !== undefined || !planning.work.spend(2)) return last ?? null;
  }
  return null;
}

/**
 * Puts an element directly in front of `below` (null: behind everything), with the elements that come along directly in front
 * of it. Elements that are already there keep their keys. Refuses with element_locked if a locked element would need another
 * key.
 */
export function putAbove(
  below: Element | null,
  element: Element,
  followers: readonly Element[],
  planning: Planning,
): Problem | null {
  const block = [element, ...followers.toSorted((a, b) => (comesAfter(a, b) ? 1 : -1))];
  planning.lift(block);
  const { run, keys, next } = roomAbove(below, block.length, planning);
  const isInPlace = block.every((each, index) => {
    const previous = index === 0 ? below : (block[index - 1] ?? null);
    return (previous === null || comesAfter(each, previous)) && (next === null || comesAfter(next, each));
  });
  const locked = isInPlace ? null : planning.refuseLocked(run.flatMap((each) => (each === null ? [] : [each])));
  if (locked !== null) return locked;
  const ref = planning.draft.refOf(element.id);
  const order = run.flatMap((each): (Element | null)[] => (each === null ? block : [each]));
  for (const [index, each] of (isInPlace ? block : order).entries()) {
    if (each === null || !planning.work.spend(40)) continue;
    const z = isInPlace ? each.z : (keys[index] ?? each.z);
    if (each.id === element.id) planning.put({ ...each, z });
    else planning.putAlong({ ...each, z }, block.includes(each) ? `comes along with ${ref}` : `makes room for ${ref}`);
  }
  return null;
}

export type KeyGap = {
  /** The elements that get new keys, in order; null represents the block. */
  readonly run: readonly (Element | null)[];
  readonly keys: readonly string[];
  /** The element directly in front of `below`. */
  readonly next: Element | null;
};

/** Keys for a block directly in front of `below`. Where there is no room between two keys, neighbors get new keys, too. */
export function roomAbove(below: Element | null, count: number, planning: Planning): KeyGap {
  const { draft, work } = planning;
  const before: Element[] = [];
  const after: Element[] = below === null ? [] : elementsAt(below.z, planning).filter(({ id }) => id > below.id);
  let low = below === null ? null : below.z;
  let high = draft.keyAbove(low);
  const next = after[0] ?? (high === null ? null : (elementsAt(high, planning)[0] ?? null));
  for (;;) {
    const keys = keysBetween(low, high, before.length + count + after.length);
    if (keys !== null || (low === null && high === null)) return { run: [...before, null, ...after], keys: keys ?? [], next };
    if (!work.spend(20 + before.length + after.length)) return { run: [null], keys: [], next };
    if (high !== null) {
      after.push(...elementsAt(high, planning));
      high = draft.keyAbove(high);
    } else if (low !== null) {
      const lowest = elementsAt(low, planning);
      before.unshift(...(before.length === 0 && below !== null ? lowest.filter(({ id }) => id <= below.id) : lowest));
      low = draft.keyBelow(low);
    }
  }
}

function elementsAt(key: string, { draft, work }: Planning): Element[] {
  const elements: Element[] = [];
  for (const id of draft.idsAtKey(key)) {
    const element = work.spend(1) ? draft.get(id) : undefined;
    if (element !== undefined) elements.push(element);
  }
  return elements;
}
