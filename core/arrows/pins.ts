/** Which arrows are attached to which element, and which are between the same two. */
import type { Arrow } from '#schema/element.ts';

import { pairOf } from './parallel-offset.ts';
import { pinsOf } from '../tab/tab-index.ts';
import { IdSets } from '../tab/id-sets.ts';

export class Pins {
  readonly #arrows = new IdSets();
  readonly #pairs = new IdSets();

  add(arrow: Arrow): void {
    for (const id of pinsOf(arrow)) this.#arrows.add(id, arrow.id);
    const pair = pairOf(arrow);
    if (pair !== null) this.#pairs.add(pair, arrow.id);
  }

  remove(arrow: Arrow): void {
    for (const id of pinsOf(arrow)) this.#arrows.delete(id, arrow.id);
    const pair = pairOf(arrow);
    if (pair !== null) this.#pairs.delete(pair, arrow.id);
  }

  /** True if any arrow is attached to the element, at either end. */
  has(id: string): boolean {
    return this.#arrows.has(id);
  }

  arrowsAt(id: string): ReadonlySet<string> {
    return this.#arrows.get(id);
  }

  /** The arrows between the same two elements as this one, including itself. */
  siblingsOf(arrow: Arrow): ReadonlySet<string> {
    const pair = pairOf(arrow);
    return pair === null ? new Set([arrow.id]) : this.#pairs.get(pair);
  }
}
