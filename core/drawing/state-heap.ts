/** A binary heap of numbered states by cost. Equal costs come out in the order of the states. */
export class StateHeap {
  #states = new Int32Array(1_024);
  #costs = new Float64Array(1_024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
  }

  /** The least cost; Infinity if the heap is empty. */
  get leastCost(): number {
    return this.#size === 0 ? Infinity : (this.#costs[0] ?? Infinity);
  }

  push(state: number, cost: number): void {
    if (this.#size === this.#states.length) this.#grow();
    const states = this.#states;
    const costs = this.#costs;
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentState = states[parent] ?? 0;
      const parentCost = costs[parent] ?? 0;
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
    if (this.#size === 0) return -1;
    const states = this.#states;
    const costs = this.#costs;
    const top = states[0] ?? -1;
    this.#size -= 1;
    const count = this.#size;
    const state = states[count] ?? -1;
    const cost = costs[count] ?? 0;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      let childCost = costs[child] ?? 0;
      let childState = states[child] ?? 0;
      if (child + 1 < count) {
        const nextCost = costs[child + 1] ?? 0;
        const nextState = states[child + 1] ?? 0;
        if (nextCost < childCost || (nextCost === childCost && nextState < childState)) {
          child += 1;
          childCost = nextCost;
          childState = nextState;
        }
      }
      if (cost < childCost || (cost === childCost && state < childState)) break;
      states[at] = childState;
      costs[at] = childCost;
      at = child;
    }
    states[at] = state;
    costs[at] = cost;
    return top;
  }

  #grow(): void {
    const [states, costs] = [this.#states, this.#costs];
    this.#states = new Int32Array(2 * states.length);
    this.#costs = new Float64Array(2 * costs.length);
    this.#states.set(states);
    this.#costs.set(costs);
  }
}
