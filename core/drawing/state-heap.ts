/** A binary heap of numbered states by cost. Equal costs come out in the order of the states. */
export class StateHeap {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];

  get size(): number {
    return this.#states.length;
  }

  /** The least cost; Infinity if the heap is empty. */
  get leastCost(): number {
    return this.#costs[0] ?? Infinity;
  }

  push(state: number, cost: number): void {
    let at = this.#states.length;
    this.#states.push(state);
    this.#costs.push(cost);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Removes the state of the least cost; -1 if the heap is empty. */
  pop(): number {
    const top = this.#states[0] ?? -1;
    const state = this.#states.pop() ?? -1;
    const cost = this.#costs.pop() ?? 0;
    if (this.#states.length === 0) return top;
    this.#states[0] = state;
    this.#costs[0] = cost;
    for (let at = 0; ;) {
      const [left, second] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.#states.length && this.#isBefore(left, least)) least = left;
      if (second < this.#states.length && this.#isBefore(second, least)) least = second;
      if (least === at) return top;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#costs[a] ?? 0, this.#costs[b] ?? 0];
    return x < y || (x === y && (this.#states[a] ?? 0) < (this.#states[b] ?? 0));
  }

  #swap(a: number, b: number): void {
    [this.#states[a], this.#states[b]] = [this.#states[b] ?? 0, this.#states[a] ?? 0];
    [this.#costs[a], this.#costs[b]] = [this.#costs[b] ?? 0, this.#costs[a] ?? 0];
  }
}
