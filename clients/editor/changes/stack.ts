/**
 * stack: elements brought forward and sent backward, by the engine's `order`.
 *
 * `front` and `back` go past everything and keep the order of the elements themselves. `forward` and `backward` go past the next
 * element that they overlap: on a large tab the next one in the stack may be anywhere, and nothing would seem to change. An
 * element that the engine does not move (a frame stays behind its contents) keeps its place.
 */
import { type Box, type Element, isBox } from '#schema/element.ts';

import type { Planning } from '#core/planning/planning.ts';
import { order } from '#core/ops/order.ts';
import { comesAfter } from '#core/ops/restack.ts';
import { overlaps } from '#core/tab/rect.ts';

import { type Change, freeElements } from './change.ts';

export type StackStep = 'front' | 'back' | 'forward' | 'backward';

export const restack =
  (ids: ReadonlySet<string>, step: StackStep): Change =>
  (planning) => {
    const rising = freeElements(ids, planning).toSorted((a, b) => (comesAfter(a, b) ? 1 : -1));
    const isUp = step === 'front' || step === 'forward';
    // The element that ends up furthest is moved last, so that the others keep their places behind it.
    const inTurn = step === 'front' || step === 'backward' ? rising : rising.toReversed();
    for (const { id } of inTurn) {
      const element = planning.draft.get(id);
      if (element === undefined) continue;
      if (step === 'front' || step === 'back') order.plan({ op: 'order', target: id, place: { rel: step } }, planning);
      else {
        const next = nextOverlapping(element, ids, isUp, planning);
        if (next === null) continue;
        order.plan({ op: 'order', target: id, place: { rel: isUp ? 'above' : 'below', ref: next.id } }, planning);
      }
    }
    return null;
  };

/** The nearest overlapping element in that direction of the stack that is not moved itself. */
function nextOverlapping(element: Element, moved: ReadonlySet<string>, isUp: boolean, { draft, work }: Planning): Element | null {
  let next: Element | null = null;
  const around: Iterable<Element> = isBox(element) ? draft.boxesIn(element) : draft.elements();
  for (const other of around) {
    if (!work.spend(2)) break;
    if (moved.has(other.id) || (isBox(element) && isBox(other) && !overlaps(element, other as Box))) continue;
    if (comesAfter(other, element) !== isUp || other.id === element.id) continue;
    if (next === null || comesAfter(next, other) === isUp) next = other;
  }
  return next;
}
