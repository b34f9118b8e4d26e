/**
 * search: finding a value in a row or column.
 *
 * L1  Exact lookups in a range are answered from an index of its row or column, made once for as long as no cell in it
 *     changes: thousands of lookups in one table cost little more than one.
 * L2  Sorted lookups take the list to be in order and halve it; where it is not, any of its values may be found.
 */
import { compareScalars, foldCase, numberKey } from '../coerce.ts';
import { wildcard } from '../criteria.ts';
import { type Grid, gridOf, isSheetError, type Scalar, type Value } from '../value.ts';
import { type FormulaContext, spendOnTexts } from './define.ts';

/** A row or column, or a list, that is searched; `key` and `slot` tell it apart for the index. */
export type LookupRange = { readonly cells: readonly Scalar[]; readonly key: Grid; readonly slot: number };

/** A row or column of a grid. */
export function line({ cells, width, height }: Grid, axis: 'row' | 'col', at: number): readonly Scalar[] {
  if (axis === 'row') return cells.slice(at * width, (at + 1) * width);
  return width === 1 ? cells : Array.from({ length: height }, (_, row) => cells[row * width + at] ?? null);
}

/** A list of one row or one column; null for a wider one. */
export function list(value: Value): LookupRange | null {
  const grid = gridOf(value);
  return grid.height === 1 || grid.width === 1 ? { cells: grid.cells, key: grid, slot: 0 } : null;
}

/** [L1] Rows and columns that were searched, kept with the grid that they are of for as long as that is. */
export class LookupIndex {
  readonly #indexes = new WeakMap<Grid, Map<number, Map<string | number | boolean, number>>>();
  readonly #firsts = new WeakMap<Grid, Map<'row' | 'col', LookupRange>>();

  /** The first row or column of a grid, taken out once. */
  first(grid: Grid, axis: 'row' | 'col', { work }: FormulaContext): LookupRange {
    const known = this.#firsts.get(grid) ?? new Map<'row' | 'col', LookupRange>();
    this.#firsts.set(grid, known);
    let found = known.get(axis);
    if (found === undefined) {
      const cells = line(grid, axis, 0);
      work.spend(cells.length / 2);
      found = { cells, key: grid, slot: axis === 'row' ? 0 : -1 };
      known.set(axis, found);
    }
    return found;
  }

  find({ cells, key, slot }: LookupRange, wanted: Scalar, { work }: FormulaContext): number {
    if (isSheetError(wanted)) return -1;
    const asked = indexKey(wanted ?? 0) ?? 0;
    if (cells.length < 32) {
      spendOnTexts(cells, work);
      return cells.findIndex((cell) => indexKey(cell) === asked);
    }
    const bySlot = this.#indexes.get(key) ?? new Map<number, Map<string | number | boolean, number>>();
    this.#indexes.set(key, bySlot);
    let index = bySlot.get(slot);
    if (index === undefined) {
      work.spend(cells.length * 4);
      spendOnTexts(cells, work);
      index = new Map();
      for (let at = cells.length - 1; at >= 0; at -= 1) {
        const cell = indexKey(cells[at] ?? null);
        if (cell !== null) index.set(cell, at);
      }
      bySlot.set(slot, index);
    }
    return index.get(asked) ?? -1;
  }
}

/** Equal for values that a lookup takes for the same; null for an error. */
export const indexKey = (value: Scalar): string | number | boolean | null =>
  typeof value === 'number' ? numberKey(value) : typeof value === 'string' ? foldCase(value) : isSheetError(value) ? null : value;

/** [L2] The last place whose value is not above the wanted one, among values of its kind; -1 for none. */
export function halve(cells: readonly Scalar[], wanted: Scalar, { work }: FormulaContext): number {
  if (isSheetError(wanted)) return -1;
  const value = wanted ?? 0;
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

/** The nearest value below (-1) or above (1) in any order; -1 for none. */
export function nearest(cells: readonly Scalar[], wanted: Scalar, side: -1 | 1, { work }: FormulaContext): number {
  if (isSheetError(wanted)) return -1;
  work.spend(cells.length * 2);
  if (typeof wanted === 'string') spendOnTexts(cells, work, 2);
  let found = -1;
  for (const [at, cell] of cells.entries()) {
    if (cell === null || isSheetError(cell) || typeof cell !== typeof (wanted ?? 0)) continue;
    const order = compareScalars(cell, wanted) * side;
    if (order < 0) continue;
    const best = cells[found];
    if (best === undefined || isSheetError(best) || compareScalars(cell, best) * side < 0) found = at;
  }
  return found;
}

export function matching(cells: readonly Scalar[], pattern: string, { work }: FormulaContext): number {
  work.spend(cells.length);
  const matches = wildcard(pattern, work);
  return cells.findIndex((cell) => typeof cell === 'string' && matches(cell));
}
