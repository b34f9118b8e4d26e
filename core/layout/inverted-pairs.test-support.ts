/** inverted-pairs: how far a layout keeps the order that boxes had before it. */
import type { Rect } from '#schema/tab.ts';

import { centreX, centreY } from '../tab/rect.ts';

/** How many pairs of the boxes in `before` change their order across or along, and how many pairs have an order. */
export function invertedPairs(before: ReadonlyMap<string, Rect>, after: ReadonlyMap<string, Rect>): [number, number] {
  let [inverted, pairs] = [0, 0];
  const boxes = Array.from(before, ([id, was]) => ({ was, is: after.get(id) ?? was }));
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      for (const centre of [centreX, centreY]) {
        const [was, is] = [centre(a.was) - centre(b.was), centre(a.is) - centre(b.is)];
        if (Math.abs(was) < 1) continue;
        pairs += 1;
        if (was * is < 0 && Math.abs(is) > 1) inverted += 1;
      }
    }
  }
  return [inverted, pairs];
}
