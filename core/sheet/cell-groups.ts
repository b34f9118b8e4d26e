/** cell-groups: the cells of a list by value: a part of its index (grid-index.ts), built in steps. */
import { foldCase, numberIn, numberKey } from './coerce.ts';
import type { FormulaWork, Steps } from './recalculation-budget.ts';
import type { Scalar, SheetError } from './value.ts';

/** Equal for values that look-ups treat as the same. */
export type GroupKey = number | string | boolean | null | SheetError;
export const groupKey = (value: Scalar): GroupKey =>
  typeof value === 'number' ? numberKey(value) : typeof value === 'string' ? foldCase(value) : value;

/** Units, see recalculation-budget.ts. */
const cost = { grouped: 3, placed: 0.3, perCharacter: 1 / 8, read: 30, examined: 0.2 };
/** Cells of fast loops between two checks for the end of the turn. */
const piece = 4_096;

export class CellGroups {
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

export function* cellGroupsOf(cells: readonly Scalar[], work: FormulaWork): Steps<CellGroups> {
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
      units += cell.length * cost.perCharacter;
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
  return new CellGroups(ids, { starts, places }, { hasTexts, isUneven });
}

/** Texts that represent a number, by that number. */
export function* textNumbersOf(cells: readonly Scalar[], work: FormulaWork): Steps<ReadonlyMap<number, readonly number[]>> {
  const byNumber = new Map<number, number[]>();
  let units = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    units += cost.examined;
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
