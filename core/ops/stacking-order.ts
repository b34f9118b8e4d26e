/**
 * stacking-order: sorts elements by stacking order, but each after its own frames. An element that is behind one of its frames
 * follows that frame directly, and such elements keep their order. This is the lexicographically smallest topological order
 * (Kahn 1962, always taking the rearmost element that is ready).
 */
import type { Element } from '#schema/element.ts';

import { comesAfter } from './restack.ts';

/** `framesOf` returns the ids that an element must follow; ids of other elements than the given ones are ignored. */
export function inStackingOrder(elements: readonly Element[], framesOf: (element: Element) => readonly string[]): Element[] {
  const stack = elements.toSorted(rearFirst);
  const missing = new Map(stack.map(({ id }) => [id, 0]));
  const followers = new Map<string, Element[]>();
  for (const element of stack) {
    const frames = framesOf(element).filter((id) => missing.has(id));
    missing.set(element.id, frames.length);
    for (const id of frames) {
      const others = followers.get(id);
      if (others === undefined) followers.set(id, [element]);
      else others.push(element);
    }
  }
  const ordered: Element[] = [];
  for (const element of stack) {
    // Sorted with the rearmost last. A follower that is in front of this element comes later by itself.
    let ready = missing.get(element.id) === 0 ? [element] : [];
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      ordered.push(next);
      missing.delete(next.id);
      const freed: Element[] = [];
      for (const follower of followers.get(next.id) ?? []) {
        const left = (missing.get(follower.id) ?? 0) - 1;
        missing.set(follower.id, left);
        if (left === 0 && comesAfter(element, follower)) freed.push(follower);
      }
      if (freed.length > 0) ready = [...ready, ...freed].toSorted((a, b) => rearFirst(b, a));
    }
  }
  return ordered;
}

const rearFirst = (a: Element, b: Element): number => (comesAfter(a, b) ? 1 : -1);
