/** sorted-cells: the numbers and the texts of a list in order: parts of its index (grid-index.ts), built in steps. */
import { foldCase, numberKey } from './coerce.ts';
import type { OrderOperator } from './criteria.ts';
import { mergeSort } from './merge-sort.ts';
import type { FormulaWork, Steps } from './recalculation-budget.ts';
import { isSheetError, type Scalar, type SheetError } from './value.ts';

/** Units, see recalculation-budget.ts. */
const cost = { placed: 0.3, text: 2, perCharacter: 1 / 8, compared: 1 / 200, comparedMost: 10 };
/** Cells of fast loops between two checks for the end of the turn. */
const piece = 4_096;

/** Counts of numbers less than one, equal and greater. */
export type Standing = { readonly below: number; readonly same: number; readonly above: number };

export class SortedNumbers {
  /** Ascending, with their positions. */
  readonly #values: Float64Array;
  readonly #places: Int32Array;
  /** The first error among the cells. */
  readonly error: SheetError | null;
  /** Criteria compare the numbers in the same order. */
  readonly #isComparable: boolean;

  constructor(values: Float64Array, places: Int32Array, error: SheetError | null) {
    this.#values = values;
    this.#places = places;
    this.error = error;
    this.#isComparable = values.every(isComparable);
  }

  /** All of them, ascending. */
  get rising(): ArrayLike<number> {
    return this.#values;
  }

  standing(value: number): Standing {
    const below = firstWhere(this.#values.length, (at) => (this.#values[at] ?? 0) >= value);
    const after = firstWhere(this.#values.length, (at) => (this.#values[at] ?? 0) > value);
    return { below, same: after - below, above: this.#values.length - after };
  }

  /** Positions of the numbers for which the comparison is true, in the order of the numbers; null if the index cannot tell. */
  range(operator: OrderOperator, to: number): Int32Array | null {
    if (!this.#isComparable || !isComparable(to)) return null;
    const key = numberKey(to);
    return slice(
      this.#places,
      operator,
      () => firstWhere(this.#values.length, (at) => numberKey(this.#values[at] ?? 0) >= key),
      () => firstWhere(this.#values.length, (at) => numberKey(this.#values[at] ?? 0) > key),
    );
  }
}

/** Up to this value, numbers with the same 15 digits are neighbors. */
const isComparable = (value: number): boolean => Number.isInteger(value) || Math.abs(value) < 1e15;

export function* sortedNumbersOf(cells: readonly Scalar[], work: FormulaWork): Steps<SortedNumbers> {
  const found: number[] = [];
  let error: SheetError | null = null;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    if (typeof cell === 'number') found.push(at);
    else if (error === null && isSheetError(cell)) error = cell;
    if (at % piece === 0) yield piece * cost.placed;
  }
  const places = yield* mergeSort(found, (a, b) => Number(cells[a]) - Number(cells[b]), work);
  return new SortedNumbers(Float64Array.from(places, (at) => Number(cells[at])), Int32Array.from(places), error); // prettier-ignore
}

export class SortedTexts {
  readonly #texts: readonly string[];
  readonly #places: Int32Array;

  /** In lower case. */
  constructor(texts: readonly string[], places: Int32Array) {
    this.#texts = texts;
    this.#places = places;
  }

  range(operator: OrderOperator, to: string): Int32Array {
    const folded = foldCase(to);
    return slice(
      this.#places,
      operator,
      () => firstWhere(this.#texts.length, (at) => (this.#texts[at] ?? '') >= folded),
      () => firstWhere(this.#texts.length, (at) => (this.#texts[at] ?? '') > folded),
    );
  }
}

export function* sortedTextsOf(cells: readonly Scalar[], work: FormulaWork): Steps<SortedTexts> {
  const found: { readonly text: string; readonly at: number }[] = [];
  let [units, characters] = [0, 0];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    units += cost.placed;
    if (typeof cell === 'string') {
      found.push({ text: foldCase(cell), at });
      units += cost.text + cell.length * cost.perCharacter;
      characters += cell.length;
    }
    if (units > work.piece) {
      yield units;
      units = 0;
    }
  }
  const each = Math.min(cost.comparedMost, found.length === 0 ? 0 : (characters / found.length) * cost.compared);
  const sorted = yield* mergeSort(found, (a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0), work, each);
  return new SortedTexts(sorted.map(({ text }) => text), Int32Array.from(sorted, ({ at }) => at)); // prettier-ignore
}

/** The part of a sorted list before or after a value. `from`: its start, `after`: its end. */
function slice(places: Int32Array, operator: OrderOperator, from: () => number, after: () => number): Int32Array {
  switch (operator) {
    case '<':
      return places.subarray(0, from());
    case '<=':
      return places.subarray(0, after());
    case '>':
      return places.subarray(after());
    case '>=':
      return places.subarray(from());
  }
}

/** The first of `length` positions for which a monotonic predicate is true. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
