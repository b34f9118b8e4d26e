/**
 * sorted-strings: a set of strings in code unit order, for look-ups by prefix and by neighbour.
 *
 * A sorted array: a look-up is a binary search, a change moves pointers only (10,000 of them in a few microseconds).
 */

export class SortedStrings {
  readonly #items: string[];

  constructor(items: Iterable<string> = []) {
    this.#items = [...items].toSorted();
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: string): void {
    const at = this.lowerBound(item);
    if (this.#items[at] !== item) this.#items.splice(at, 0, item);
  }

  delete(item: string): void {
    const at = this.lowerBound(item);
    if (this.#items[at] === item) this.#items.splice(at, 1);
  }

  /** The item at a position; undefined outside. */
  at(position: number): string | undefined {
    return position < 0 ? undefined : this.#items[position];
  }

  /** The position of the first item that is not less than `text`. */
  lowerBound(text: string): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const item = this.#items[middle];
      if (item !== undefined && item < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Items that start with the prefix, in order. */
  *startingWith(prefix: string): Generator<string> {
    for (let at = this.lowerBound(prefix); at < this.#items.length; at += 1) {
      const item = this.#items[at];
      if (item === undefined || !item.startsWith(prefix)) return;
      yield item;
    }
  }

  /** Items from a position on, upwards (`step` 1) or downwards (`step` -1). */
  *from(position: number, step: 1 | -1): Generator<string> {
    for (let at = position; at >= 0 && at < this.#items.length; at += step) {
      const item = this.#items[at];
      if (item !== undefined) yield item;
    }
  }
}
