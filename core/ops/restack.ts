/**
 * restack: the stack as a sequence of elements, by key and then by id, and how some of them get to another place in it.
 */
import type { Element } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { keysBetween } from '../tab/stacking.ts';

/** True when a is drawn in front of b. */
export const comesAfter = (a: Element, b: Element): boolean => (a.z === b.z ? a.id > b.id : a.z > b.z);

/** The frontmost element but these; null when there is no other. */
export function topElement(but: ReadonlySet<string>, planning: Planning): Element | null {
  return lastBelow(planning.draft.keyBelow(null), but, planning);
}

/** The element directly behind this one, leaving these out; null when it is the last. */
export function elementBelow(element: Element, but: ReadonlySet<string>, planning: Planning): Element | null {
  const { draft } = planning;
  const beside = elementsAt(element.z, planning).findLast((other) => other.id < element.id && !but.has(other.id));
  return beside ?? lastBelow(draft.keyBelow(element.z), but, planning);
}

/** The frontmost element with this key or a lesser one. */
function lastBelow(start: string | null, but: ReadonlySet<string>, planning: Planning): Element | null {
  for (let key = start; key !== null; key = planning.draft.keyBelow(key)) {
    const last = elementsAt(key, planning).findLast(({ id }) => !but.has(id));
    if (last !== undefined || !planning.work.spend(2)) return last ?? null;
  }
  return null;
}

/**
 * Puts an element directly in front of `below` (null: behind everything), and what comes along in front of it. What
 * stands so already keeps its keys. Refusal: element_locked, when a locked element would need a new key.
 */
export function putAbove(below: Element | null, element: Element, along: readonly Element[], planning: Planning): Problem | null {
  const block = [element, ...along.toSorted((a, b) => (comesAfter(a, b) ? 1 : -1))];
  planning.lift(block);
  const { run, keys, first } = roomAbove(below, block.length, planning);
  const stands = block.every((one, at) => {
    const previous = at === 0 ? below : (block[at - 1] ?? null);
    return (previous === null || comesAfter(one, previous)) && (first === null || comesAfter(first, one));
  });
  const locked = stands ? null : planning.refuseLocked(run.flatMap((one) => (one === null ? [] : [one])));
  if (locked !== null) return locked;
  const ref = planning.draft.refOf(element.id);
  const order = run.flatMap((one): (Element | null)[] => (one === null ? block : [one]));
  for (const [at, one] of (stands ? block : order).entries()) {
    if (one === null || !planning.work.spend(40)) continue;
    const z = stands ? one.z : (keys[at] ?? one.z);
    if (one.id === element.id) planning.put({ ...one, z });
    else planning.putAlong({ ...one, z }, block.includes(one) ? `comes along with ${ref}` : `makes room for ${ref}`);
  }
  return null;
}

export type KeyGap = {
  /** What gets new keys, in order; null stands for the block. */
  readonly run: readonly (Element | null)[];
  readonly keys: readonly string[];
  /** The element that stood directly in front of `below`. */
  readonly first: Element | null;
};

/** Keys for a block directly in front of `below`, and for those around it that must get others for that [O5]. */
export function roomAbove(below: Element | null, count: number, planning: Planning): KeyGap {
  const { draft, work } = planning;
  const before: Element[] = [];
  const after: Element[] = below === null ? [] : elementsAt(below.z, planning).filter(({ id }) => id > below.id);
  let low = below === null ? null : below.z;
  let high = draft.keyAbove(low);
  const first = after[0] ?? (high === null ? null : (elementsAt(high, planning)[0] ?? null));
  for (;;) {
    const keys = keysBetween(low, high, before.length + count + after.length);
    if (keys !== null || (low === null && high === null)) return { run: [...before, null, ...after], keys: keys ?? [], first };
    if (!work.spend(20 + before.length + after.length)) return { run: [null], keys: [], first };
    if (high !== null) {
      after.push(...elementsAt(high, planning));
      high = draft.keyAbove(high);
    } else if (low !== null) {
      const at = elementsAt(low, planning);
      before.unshift(...(before.length === 0 && below !== null ? at.filter(({ id }) => id <= below.id) : at));
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
