/** A binary heap of numbered states by cost. Equal costs come out in the order of the states. */
export class StateHeap {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];

  get size(): number {
    return this.#states.length;
  }

  clear(): void {
    this.#states.length = 0;
    this.#costs.length = 0;
  }

  /** The least cost; Infinity if the heap is empty. */
  get leastCost(): number {
    return this.#costs[0] ?? Infinity;
  }

  push(state: number, cost: number): void {
    const [states, costs] = [this.#states, this.#costs];
    let at = states.length;
    states.push(state);
    costs.push(cost);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const [parentState, parentCost] = [states[parent] ?? 0, costs[parent] ?? 0];
      if (parentCost < cost || (parentCost === cost && parentState < state)) break;
      states[at] = parentState;
      costs[at] = parentCost;
      at = parent;
    }
    states[at] = state;
    costs[at] = cost;
  }

  /** Removes the state of the least cost; -1 if the heap is empty. */
  pop(): number {
    const [states, costs] = [this.#states, this.#costs];
    const top = states[0] ?? -1;
    const state = states.pop() ?? -1;
    const cost = costs.pop() ?? 0;
    const count = states.length;
    if (count === 0) return top;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && this.#isBefore(child + 1, child)) child += 1;
      const [childState, childCost] = [states[child] ?? 0, costs[child] ?? 0];
      if (cost < childCost || (cost === childCost && state < childState)) break;
      states[at] = childState;
      costs[at] = childCost;
      at = child;
    }
    states[at] = state;
    costs[at] = cost;
    return top;
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#costs[a] ?? 0, this.#costs[b] ?? 0];
    return x < y || (x === y && (this.#states[a] ?? 0) < (this.#states[b] ?? 0));
  }
}
