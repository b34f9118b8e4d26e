/**
 * grid-index: finds a value in a list of cells, and the cells that meet a criterion, without examining all of them (SH22).
 *
 * An index gives the results of `testOf` (criteria.ts) and of look-up comparisons. If it cannot (wildcards, ordered booleans,
 * fractions beyond 15 digits) it says so, and the caller tests the cells. A list is indexed when it is searched for the second
 * time, as one search costs less than an index. An index lives as long as its list and is built in steps that no formula is
 * charged for.
 */
import { foldCase, numberIn, numberKey } from './coerce.ts';
import type { Criterion, OrderOperator } from './criteria.ts';
import { mergeSort } from './merge-sort.ts';
import { isSheetError, type Scalar, type SheetError } from './value.ts';
import type { FormulaWork, Steps } from './recalculation-budget.ts';

/** Cells that meet a criterion. */
export type Found = {
  readonly count: number;
  /** Ascending. */
  places(): ArrayLike<number>;
};

/** Equal for values that look-ups treat as the same. */
export type GroupKey = number | string | boolean | null | SheetError;
export const groupKey = (value: Scalar): GroupKey =>
  typeof value === 'number' ? numberKey(value) : typeof value === 'string' ? foldCase(value) : value;

/** Units, see recalculation-budget.ts. */
const cost = { grouped: 3, placed: 0.3, text: 1 / 8, read: 30, sorted: 0.3, copied: 0.1, compared: 1 / 200, comparedMost: 10 };
/** Cells of fast loops between two checks for the end of the turn. */
const piece = 4_096;

export class GridIndices {
  readonly #indices = new WeakMap<readonly Scalar[], GridIndex>();
  readonly #searched = new WeakSet<readonly Scalar[]>();
  readonly #least: number;

  /** Shorter lists are not indexed. */
  constructor(least = 48) {
    this.#least = least;
  }

  /** Null if the list must be searched cell by cell. */
  of(cells: readonly Scalar[]): GridIndex | null {
    const existing = this.#indices.get(cells);
    if (existing !== undefined || cells.length < this.#least) return existing ?? null;
    if (!this.#searched.has(cells)) {
      this.#searched.add(cells);
      return null;
    }
    const index = new GridIndex(cells);
    this.#indices.set(cells, index);
    return index;
  }
}

export class GridIndex {
  readonly #cells: readonly Scalar[];
  readonly #groups: Lazy<Groups>;
  readonly #textNumbers: Lazy<ReadonlyMap<number, readonly number[]>>;
  readonly #numbers: Lazy<SortedNumbers>;
  readonly #texts: Lazy<SortedTexts>;

  constructor(cells: readonly Scalar[]) {
    this.#cells = cells;
    this.#groups = new Lazy((work) => groupsOf(cells, work));
    this.#textNumbers = new Lazy((work) => textNumbersOf(cells, work));
    this.#numbers = new Lazy((work) => sortedNumbersOf(cells, work));
    this.#texts = new Lazy((work) => sortedTextsOf(cells, work));
  }

  /** The numbers among the cells, ascending. */
  numbers(work: FormulaWork): SortedNumbers {
    return this.#numbers.get(work);
  }

  /** The first or the last cell with a value; -1 for none. */
  place(key: GroupKey, from: 'first' | 'last', work: FormulaWork): number {
    const places = this.#groups.get(work).places(key);
    return (from === 'first' ? places[0] : places.at(-1)) ?? -1;
  }

  /** Null if the cells must be tested. */
  find(criterion: Criterion, work: FormulaWork): Found | null {
    switch (criterion.kind) {
      case 'error':
        return among(this.#places(criterion.error, work));
      case 'blank':
        return among(this.#places(null, work));
      case 'empty':
        return among(union(this.#places(null, work), this.#places('', work)));
      case 'filled':
        return this.#allBut(this.#places(null, work), work);
      case 'equal': {
        const places = this.#equalTo(criterion.to, work);
        return criterion.isNegated ? this.#allBut(places, work) : among(places);
      }
      case 'order':
        return this.#inOrder(criterion.operator, criterion.to, work);
      case 'like':
        return null;
    }
  }

  #places(key: GroupKey, work: FormulaWork): Int32Array {
    return this.#groups.get(work).places(key);
  }

  #equalTo(to: number | boolean | string, work: FormulaWork): ArrayLike<number> {
    if (typeof to === 'number') {
      const texts = this.#groups.get(work).hasTexts ? this.#textNumbers.get(work).get(to) : undefined;
      const numbers = this.#places(numberKey(to), work);
      return texts === undefined ? numbers : union(numbers, texts);
    }
    if (typeof to === 'boolean') return this.#places(to, work);
    const folded = foldCase(to);
    const places = this.#places(folded, work);
    if (folded.length === to.length && !this.#groups.get(work).isUneven) return places;
    // Some letters are longer in lower case, so texts of different lengths are not equal.
    return places.filter((at) => {
      const cell = this.#cells[at];
      return typeof cell === 'string' && cell.length === to.length;
    });
  }

  #inOrder(operator: OrderOperator, to: number | boolean | string, work: FormulaWork): Found | null {
    if (typeof to === 'boolean') return null;
    const sorted =
      typeof to === 'number' ? this.#numbers.get(work).range(operator, to) : this.#texts.get(work).range(operator, to);
    if (sorted === null) return null;
    const places = (): ArrayLike<number> => {
      work.count(sorted.length * Math.log2(2 + sorted.length) * cost.sorted);
      return sorted.toSorted();
    };
    return { count: sorted.length, places };
  }

  #allBut(places: ArrayLike<number>, work: FormulaWork): Found {
    const count = this.#cells.length - places.length;
    const remaining = (): ArrayLike<number> => {
      work.count(this.#cells.length * cost.copied);
      const left = new Int32Array(count);
      for (let at = 0, next = 0, to = 0; at < this.#cells.length; at += 1) {
        if (places[next] === at) next += 1;
        else left[to++] = at;
      }
      return left;
    };
    return { count, places: remaining };
  }
}

const among = (places: ArrayLike<number>): Found => ({ count: places.length, places: () => places });

/** Merges ascending lists without common elements. */
function union(a: ArrayLike<number>, b: ArrayLike<number>): ArrayLike<number> {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  const all = new Int32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all.sort();
}

/** A part of an index, built on first use. An interruption keeps the progress. */
class Lazy<T> {
  readonly #begin: (work: FormulaWork) => Steps<T>;
  #steps: Steps<T> | null = null;
  #built: { readonly value: T } | null = null;

  constructor(begin: (work: FormulaWork) => Steps<T>) {
    this.#begin = begin;
  }

  get(work: FormulaWork): T {
    this.#built ??= { value: work.run((this.#steps ??= this.#begin(work))) };
    this.#steps = null;
    return this.#built.value;
  }
}

class Groups {
  readonly #ids: ReadonlyMap<GroupKey, number>;
  readonly #starts: Int32Array;
  readonly #places: Int32Array;
  readonly hasTexts: boolean;
  /** Some text has a different length in lower case. */
  readonly isUneven: boolean;

  constructor(
    ids: ReadonlyMap<GroupKey, number>,
    lists: { readonly starts: Int32Array; readonly places: Int32Array },
    texts: { readonly hasTexts: boolean; readonly isUneven: boolean },
  ) {
    this.#ids = ids;
    this.#starts = lists.starts;
    this.#places = lists.places;
    this.hasTexts = texts.hasTexts;
    this.isUneven = texts.isUneven;
  }

  /** Ascending. */
  places(key: GroupKey): Int32Array {
    const id = this.#ids.get(key);
    return id === undefined ? none : this.#places.subarray(this.#starts[id], this.#starts[id + 1]);
  }
}

const none = new Int32Array(0);

function* groupsOf(cells: readonly Scalar[], work: FormulaWork): Steps<Groups> {
  const ids = new Map<GroupKey, number>();
  const groupAt = new Int32Array(cells.length);
  const sizes: number[] = [];
  let [units, hasTexts, isUneven] = [0, false, false];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? null;
    const key = groupKey(cell);
    if (typeof cell === 'string') {
      hasTexts = true;
      isUneven ||= (key as string).length !== cell.length;
      units += cell.length * cost.text;
    }
    let id = ids.get(key);
    if (id === undefined) {
      id = sizes.length;
      ids.set(key, id);
      sizes.push(0);
    }
    groupAt[at] = id;
    sizes[id] = (sizes[id] ?? 0) + 1;
    units += cost.grouped;
    if (units > work.piece) {
      yield units;
      units = 0;
    }
  }
  const starts = new Int32Array(sizes.length + 1);
  for (let id = 0; id < sizes.length; id += 1) starts[id + 1] = (starts[id] ?? 0) + (sizes[id] ?? 0);
  const places = new Int32Array(cells.length);
  const next = starts.slice();
  for (let at = 0; at < cells.length; at += 1) {
    const id = groupAt[at] ?? 0;
    const to = next[id] ?? 0;
    places[to] = at;
    next[id] = to + 1;
    if (at % piece === 0) yield piece * cost.placed;
  }
  return new Groups(ids, { starts, places }, { hasTexts, isUneven });
}

/** Texts that represent a number, by that number. */
function* textNumbersOf(cells: readonly Scalar[], work: FormulaWork): Steps<ReadonlyMap<number, readonly number[]>> {
  const byNumber = new Map<number, number[]>();
  let units = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    units += 0.2;
    if (typeof cell === 'string' && cell.length <= 64) {
      const number = numberIn(cell);
      units += cost.read;
      if (number !== null) {
        const places = byNumber.get(number);
        if (places === undefined) byNumber.set(number, [at]);
        else places.push(at);
      }
    }
    if (units > work.piece) {
      yield units;
      units = 0;
    }
  }
  return byNumber;
}

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

function* sortedNumbersOf(cells: readonly Scalar[], work: FormulaWork): Steps<SortedNumbers> {
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

class SortedTexts {
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

function* sortedTextsOf(cells: readonly Scalar[], work: FormulaWork): Steps<SortedTexts> {
  const found: { readonly text: string; readonly at: number }[] = [];
  let [units, characters] = [0, 0];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    units += 0.3;
    if (typeof cell === 'string') {
      found.push({ text: foldCase(cell), at });
      units += 2 + cell.length * cost.text;
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

/** The first of `count` positions for which a monotonic predicate is true. */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
