/** stack-index: elements in stacking order: by key, then by id for equal keys, which concurrent edits can produce. */
import type { Element } from '#schema/element.ts';

import { SortedStrings } from './sorted-strings.ts';

/** Less than any character of a key, so that `<key>\0<id>` sorts by key and then by id. */
const separator = '\u0000';

type Stacked = Pick<Element, 'id' | 'z'>;

export class StackIndex {
  readonly #entries: SortedStrings;

  constructor(elements: Iterable<Stacked> = []) {
    this.#entries = new SortedStrings(Iterator.from(elements).map(entryOf));
  }

  add(element: Stacked): void {
    this.#entries.add(entryOf(element));
  }

  delete(element: Stacked): void {
    this.#entries.delete(entryOf(element));
  }

  keyBelow(z: string | null): string | null {
    return keyIn(this.#entries.below(z));
  }

  keyAbove(z: string | null): string | null {
    return keyIn(this.#entries.from(z === null ? '' : `${z}\u0001`));
  }

  *idsAtKey(z: string): Generator<string> {
    const prefix = z + separator;
    for (const entry of this.#entries.startingWith(prefix)) yield entry.slice(prefix.length);
  }
}

const entryOf = ({ id, z }: Stacked): string => z + separator + id;
const keyIn = (entry: string | undefined): string | null =>
  entry === undefined ? null : entry.slice(0, entry.indexOf(separator));
