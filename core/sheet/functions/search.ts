/**
 * search: finds a value in a row or column.
 *
 * Exact look-ups in a range are answered from an index of its row or column, built once while no cell in it changes, so
 * thousands of look-ups in one table cost little more than one. Sorted look-ups assume that the list is sorted and bisect it;
 * otherwise any of its values may be found.
 */
import { compareScalars } from '../coerce.ts';
import { wildcard } from '../criteria.ts';
import { type GroupKey, groupKey } from '../cell-groups.ts';
import type { GridIndices } from '../grid-index.ts';
import { type Grid, gridOf, isSheetError, type Scalar, type Value } from '../value.ts';
import type { FormulaWork, Steps } from '../recalculation-budget.ts';
import { type FormulaContext, spendOnTexts } from './define.ts';

/** A row, column or list that is searched. Its index lives as long as the list. */
export type LookupRange = readonly Scalar[];

/** A row or column of a grid. */
export function line({ cells, width, height }: Grid, axis: 'row' | 'col', at: number): readonly Scalar[] {
  if (axis === 'row') return cells.slice(at * width, (at + 1) * width);
  return width === 1 ? cells : Array.from({ length: height }, (_, row) => cells[row * width + at] ?? null);
}

/** A list from one row or one column; null for a wider grid. */
export function list(value: Value): LookupRange | null {
  const grid = gridOf(value);
  return grid.height === 1 || grid.width === 1 ? grid.cells : null;
}

/** Units (recalculation-budget.ts): the charge for each look-up, and the cost of examining a cell. */
const cost = { found: 10, compared: 0.3, text: 1 / 8 };

/** Exact look-ups through indices. */
export class Lookups {
  readonly #indices: GridIndices;
  /** First rows and columns, cached for the lifetime of their grid. */
  readonly #firsts = new WeakMap<Grid, Map<'row' | 'col', LookupRange>>();

  constructor(indices: GridIndices) {
    this.#indices = indices;
  }

  /** The first row or column of a grid, extracted once. */
  first(grid: Grid, axis: 'row' | 'col', { work }: FormulaContext): LookupRange {
    const cached = this.#firsts.get(grid) ?? new Map<'row' | 'col', LookupRange>();
    this.#firsts.set(grid, cached);
    let found = cached.get(axis);
    if (found === undefined) {
      found = line(grid, axis, 0);
      work.count(found.length / 4);
      cached.set(axis, found);
    }
    return found;
  }

  /** The index of the value; -1 if it is not found. */
  find(searched: LookupRange, lookupValue: Scalar, { work }: FormulaContext, from: 'first' | 'last' = 'first'): number {
    if (isSheetError(lookupValue)) return -1;
    const key = groupKey(lookupValue ?? 0);
    work.charge(cost.found);
    const index = work.decide(() => this.#indices.of(searched));
    return index === null ? work.loop(() => placeOf(searched, key, from, work)) : index.place(key, from, work);
  }
}

function* placeOf(cells: LookupRange, key: GroupKey, from: 'first' | 'last', work: FormulaWork): Steps<number> {
  let [units, before] = [0, work.done];
  for (let count = 0; count < cells.length; count += 1) {
    const at = from === 'first' ? count : cells.length - 1 - count;
    const cell = cells[at] ?? null;
    if (typeof cell === 'string') work.count(cell.length * cost.text);
    if (cell !== null && groupKey(cell) === key) return at;
    units += cost.compared;
    if (units + work.done - before < work.piece) continue;
    yield units;
    [units, before] = [0, work.done];
  }
  return -1;
}

/** The last index whose value is not greater than the wanted one, among values of its kind; -1 for none. */
export function halve(cells: readonly Scalar[], lookupValue: Scalar, { work }: FormulaContext): number {
  if (isSheetError(lookupValue)) return -1;
  const value = lookupValue ?? 0;
  let [low, high, found] = [0, cells.length - 1, -1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at <= high && (cells[at] === null || isSheetError(cells[at]) || typeof cells[at] !== typeof value)) at += 1;
    const cell = cells[at];
    work.spend(2 + at - middle + (typeof cell === 'string' ? cell.length / 8 : 0));
    if (at > high || cell === undefined || isSheetError(cell)) {
      high = middle - 1;
    } else if (compareScalars(cell, value) <= 0) {
      found = at;
      low = at + 1;
    } else high = middle - 1;
  }
  return found;
}

/** The nearest value below (-1) or above (1), in any order; -1 for none. */
export function nearest(cells: readonly Scalar[], lookupValue: Scalar, side: -1 | 1, { work }: FormulaContext): number {
  if (isSheetError(lookupValue)) return -1;
  work.spend(cells.length * 2);
  if (typeof lookupValue === 'string') spendOnTexts(cells, work, 2);
  let found = -1;
  for (const [at, cell] of cells.entries()) {
    if (cell === null || isSheetError(cell) || typeof cell !== typeof (lookupValue ?? 0)) continue;
    const order = compareScalars(cell, lookupValue) * side;
    if (order < 0) continue;
    const best = cells[found];
    if (best === undefined || isSheetError(best) || compareScalars(cell, best) * side < 0) found = at;
  }
  return found;
}

export function matching(
  cells: LookupRange,
  pattern: string,
  { work }: FormulaContext,
  from: 'first' | 'last' = 'first',
): number {
  work.spend(cells.length);
  const matches = wildcard(pattern, work);
  const isMatch = (cell: Scalar): boolean => typeof cell === 'string' && matches(cell);
  return from === 'first' ? cells.findIndex(isMatch) : cells.findLastIndex(isMatch);
}
