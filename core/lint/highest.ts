/**
 * The greatest of many values that change often.
 *
 * A binary heap. Removed entries stay until they reach the top, where they are recognized by a value that is no longer current.
 */
type HeapEntry = { readonly id: string; readonly value: number };

export class Highest {
  readonly #heap: HeapEntry[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(id: string, value: number): void {
    const heap = this.#heap;
    const entry = { id, value };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.value >= value) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = entry;
  }

  /** The greatest value that `valueOf` still returns for its id; null if there is none. */
  top(valueOf: (id: string) => number | undefined): number | null {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (valueOf(first.id) === first.value) return first.value;
      this.#pop();
    }
    return null;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && right.value > left.value;
      const child = isRight ? right : left;
      if (child.value <= last.value) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}
