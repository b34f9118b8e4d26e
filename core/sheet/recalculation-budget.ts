/**
 * recalculation-budget: what a recalculation may cost, counted, so that no formula holds the server up whoever wrote it.
 *
 * A unit is about 40 ns on an ordinary core: a few cells visited, or eight characters made. Spending more than is left throws
 * `LimitReached`, which the evaluation of the cell turns into `#LIMIT!` and nothing else ever sees.
 */

export class LimitReached extends Error {}

export class FormulaWork {
  readonly #seenKeys = new Set<string>();
  /** Left for this formula, and for all of this recalculation. */
  #formula = 0;
  #all: number;

  constructor(all: number) {
    this.#all = all;
  }

  /** Starts the next formula with so much at most. */
  begin(formula: number): void {
    this.#formula = formula;
  }

  get left(): number {
    return this.#all;
  }

  spend(units: number): void {
    this.#formula -= units;
    this.#all -= units;
    if (this.#formula < 0 || this.#all < 0) throw new LimitReached();
  }

  /** Something that costs more the first time than ever after. */
  learn(key: string, units: number): void {
    if (this.#seenKeys.has(key)) return;
    this.#seenKeys.add(key);
    this.spend(units);
  }

  /** Counts work that no formula makes. */
  count(units: number): void {
    this.#all -= units;
  }

  /** A text of so many characters will be made. */
  text(length: number): void {
    if (length > longestText) throw new LimitReached();
    this.spend(1 + length / 8);
  }
}

/** UTF-16 units, as other spreadsheets have it. */
export const longestText = 32_767;
