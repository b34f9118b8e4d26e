/**
 * grid-index: finds a value in a list of cells, and the cells that meet a criterion, without examining all of them (SH22).
 *
 * An index gives the results of `testOf` (criteria.ts) and of look-up comparisons. If it cannot (wildcards, ordered booleans,
 * fractions beyond 15 digits) it says so, and the caller tests the cells. A list is indexed when it is searched for the second
 * time, as one search costs less than an index. An index lives as long as its list and is built in steps that no formula is
 * charged for.
 */
import { type GroupKey, type CellGroups, cellGroupsOf, textNumbersOf } from './cell-groups.ts';
import { foldCase, numberKey } from './coerce.ts';
import type { Criterion, OrderOperator } from './criteria.ts';
import type { FormulaWork, Steps } from './recalculation-budget.ts';
import { type SortedNumbers, sortedNumbersOf, type SortedTexts, sortedTextsOf } from './sorted-cells.ts';
import type { Scalar } from './value.ts';

/** Cells that meet a criterion. */
export type Found = {
  readonly count: number;
  /** Ascending. */
  places(): ArrayLike<number>;
};
/** Units, see recalculation-budget.ts. */
const cost = { sorted: 0.3, copied: 0.1 };

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
  readonly #groups: Lazy<CellGroups>;
  readonly #textNumbers: Lazy<ReadonlyMap<number, readonly number[]>>;
  readonly #numbers: Lazy<SortedNumbers>;
  readonly #texts: Lazy<SortedTexts>;

  constructor(cells: readonly Scalar[]) {
    this.#cells = cells;
    this.#groups = new Lazy((work) => cellGroupsOf(cells, work));
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
