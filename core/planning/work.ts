/**
 * work: a budget for one changeset, so that no 500 operations on a large tab can hold a server up.
 *
 * A unit is about one look at one element: a tenth of a microsecond to a whole one. Loops spend before they look and
 * stop when the budget is gone; the planner then refuses the changeset, whatever they found.
 */

/** A second or two of work on a slow machine; the 500 dearest honest operations on 10,000 elements stay below. */
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

  /** Takes so many units; false when the budget is gone. */
  readonly spend = (units: number): boolean => {
    this.#units += units;
    return this.#units <= this.#limit;
  };
}
