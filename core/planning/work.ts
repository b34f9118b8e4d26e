/**
 * work: a budget for one changeset, so that no 500 operations on a large tab can block a server.
 *
 * A unit is roughly one access to one element: a tenth of a microsecond to one. Loops spend before each access and stop when
 * the budget is exhausted; the planner then refuses the changeset and discards their results.
 */

/** One or two seconds on a slow machine. The 500 most expensive legitimate operations on 10,000 elements stay below it. */
const defaultLimit = 6_000_000;

export class Work {
  readonly #limit: number;
  #units = 0;

  constructor(limit: number = defaultLimit) {
    this.#limit = limit;
  }

  get exhausted(): boolean {
    return this.#units > this.#limit;
  }

  get spent(): number {
    return this.#units;
  }

  /** Spends units; returns false once the budget is exhausted. */
  readonly spend = (units: number): boolean => {
    this.#units += units;
    return this.#units <= this.#limit;
  };
}
