/** Labels that wait for their turn in a round, in the order of their ids. One whose turn has passed does not get another. */
export class LabelQueue {
  /** Sorted, the last id first. */
  readonly #ids: string[] = [];
  #last = '';

  add(id: string): void {
    if (id <= this.#last) return;
    const ids = this.#ids;
    let [low, high] = [0, ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ids[middle] ?? '') > id) low = middle + 1;
      else high = middle;
    }
    if (ids[low] !== id) ids.splice(low, 0, id);
  }

  next(): string | undefined {
    const id = this.#ids.pop();
    if (id !== undefined) this.#last = id;
    return id;
  }
}
