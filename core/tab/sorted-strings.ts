/**
 * sorted-strings: a set of strings in code unit order, for look-ups by prefix and by neighbor.
 *
 * It consists of sorted chunks of some hundred strings: a look-up is two binary searches, a change moves part of one chunk.
 */

const chunkMax = 512;

export class SortedStrings {
  /** No chunk is empty; the last string of each is less than the first of the next. */
  readonly #chunks: string[][] = [];
  #size: number;

  constructor(items: Iterable<string> = []) {
    const sorted = [...items].toSorted();
    this.#size = sorted.length;
    for (let at = 0; at < sorted.length; at += chunkMax / 2) this.#chunks.push(sorted.slice(at, at + chunkMax / 2));
  }

  get size(): number {
    return this.#size;
  }

  add(item: string): void {
    const index = Math.min(this.#chunkFor(item), Math.max(0, this.#chunks.length - 1));
    const chunk = this.#chunks[index];
    if (chunk === undefined) {
      this.#chunks.push([item]);
      this.#size += 1;
      return;
    }
    const at = lowerBound(chunk, item);
    if (chunk[at] === item) return;
    chunk.splice(at, 0, item);
    this.#size += 1;
    if (chunk.length > chunkMax) this.#chunks.splice(index + 1, 0, chunk.splice(chunkMax / 2));
  }

  delete(item: string): void {
    const index = this.#chunkFor(item);
    const chunk = this.#chunks[index];
    if (chunk === undefined) return;
    const at = lowerBound(chunk, item);
    if (chunk[at] !== item) return;
    chunk.splice(at, 1);
    this.#size -= 1;
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** The greatest string less than `text`; for null, the greatest of all. */
  below(text: string | null): string | undefined {
    if (text === null) return this.#chunks.at(-1)?.at(-1);
    const index = this.#chunkFor(text);
    const chunk = this.#chunks[index];
    const at = chunk === undefined ? 0 : lowerBound(chunk, text);
    return at > 0 ? chunk?.[at - 1] : this.#chunks[index - 1]?.at(-1);
  }

  /** The least string not less than `text`. */
  from(text: string): string | undefined {
    const chunk = this.#chunks[this.#chunkFor(text)];
    return chunk?.[lowerBound(chunk, text)];
  }

  /** The least string greater than `text`. */
  above(text: string): string | undefined {
    return this.from(`${text}\u0000`);
  }

  /** Strings that start with the prefix, in order. */
  *startingWith(prefix: string): Generator<string> {
    let index = this.#chunkFor(prefix);
    let chunk = this.#chunks[index];
    let at = chunk === undefined ? 0 : lowerBound(chunk, prefix);
    for (; chunk !== undefined; chunk = this.#chunks[++index], at = 0) {
      for (; at < chunk.length; at += 1) {
        const item = chunk[at];
        if (item === undefined || !item.startsWith(prefix)) return;
        yield item;
      }
    }
  }

  /** Index of the first chunk whose last string is not less than `text`; the number of chunks if there is none. */
  #chunkFor(text: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last !== undefined && last < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Index of the first string that is not less than `text`. */
function lowerBound(items: readonly string[], text: string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && item < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
