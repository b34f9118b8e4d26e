/**
 * lookup: finding, filtering, sorting and shaping ranges and lists.
 *
 * L1  Exact lookups in a range are answered from an index of its row or column, made once for as long as no cell in it
 *     changes: thousands of lookups in one table cost little more than one.
 * L2  Sorted lookups take the list to be in order and halve it; where it is not, any of its values may be found.
 */
import { compareScalars, foldCase, numberKey, toBoolean, toNumber } from '../coerce.ts';
import { asPattern, wildcard } from '../criteria.ts';
import { cellAddress } from '../address.ts';
import {
  badRef,
  badValue,
  cellAt,
  type Grid,
  gridOf,
  isGrid,
  isSheetError,
  notAvailable,
  type Scalar,
  scalarOf,
  type Value,
} from '../value.ts';
import { type FormulaContext, lift, type SheetFunction, single, whole } from './define.ts';

type Search = { readonly cells: readonly Scalar[]; readonly key: Grid; readonly slot: number };

/** A row or column of a grid; `slot` tells them apart for the index. */
function line(grid: Grid, axis: 'row' | 'col', at: number): Search {
  const cells = axis === 'row'
    ? grid.cells.slice(at * grid.width, (at + 1) * grid.width)
    : Array.from({ length: grid.height }, (_, row) => grid.cells[row * grid.width + at] ?? null); // prettier-ignore
  return { cells, key: grid, slot: axis === 'row' ? at : -1 - at };
}

/** A list of one row or one column; null for a wider one. */
function list(value: Value): Search | null {
  const grid = gridOf(value);
  return grid.height === 1 || grid.width === 1 ? { cells: grid.cells, key: grid, slot: 0 } : null;
}

/** [L1] Positions by value, kept with the grid that they are of. */
export class LookupIndex {
  readonly #known = new WeakMap<Grid, Map<number, Map<string | number | boolean, number>>>();

  find({ cells, key, slot }: Search, wanted: Scalar, { work }: FormulaContext): number {
    if (isSheetError(wanted)) return -1;
    if (cells.length < 32) return cells.findIndex((cell) => indexKey(cell) === indexKey(wanted ?? 0));
    const bySlot = this.#known.get(key) ?? new Map<number, Map<string | number | boolean, number>>();
    this.#known.set(key, bySlot);
    let index = bySlot.get(slot);
    if (index === undefined) {
      work.spend(cells.length * 2);
      index = new Map();
      for (let at = cells.length - 1; at >= 0; at -= 1) {
        const cell = indexKey(cells[at] ?? null);
        if (cell !== null) index.set(cell, at);
      }
      bySlot.set(slot, index);
    }
    return index.get(indexKey(wanted ?? 0) ?? 0) ?? -1;
  }
}

const indexKey = (value: Scalar): string | number | boolean | null =>
  typeof value === 'number' ? numberKey(value) : typeof value === 'string' ? foldCase(value) : isSheetError(value) ? null : value;

/** [L2] The last place whose value is not above the wanted one, among values of its kind; -1 for none. */
function halve(cells: readonly Scalar[], wanted: Scalar): number {
  if (isSheetError(wanted)) return -1;
  const value = wanted ?? 0;
  let [low, high, found] = [0, cells.length - 1, -1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at <= high && (cells[at] === null || isSheetError(cells[at]) || typeof cells[at] !== typeof value)) at += 1;
    const cell = cells[at];
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
function nearest(cells: readonly Scalar[], wanted: Scalar, side: -1 | 1): number {
  if (isSheetError(wanted)) return -1;
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

function matching(cells: readonly Scalar[], pattern: string, { work }: FormulaContext): number {
  work.spend(cells.length);
  const matches = wildcard(pattern, work);
  return cells.findIndex((cell) => typeof cell === 'string' && matches(cell));
}

export function lookupFunctions(index: LookupIndex): readonly SheetFunction[] {
  const exactly = (searched: Search, wanted: Scalar, context: FormulaContext): number => {
    const pattern = typeof wanted === 'string' ? asPattern(wanted) : null;
    return pattern === null ? index.find(searched, wanted, context) : matching(searched.cells, pattern, context);
  };
  const each = (value: Value, context: FormulaContext, fn: (scalar: Scalar) => Scalar): Value =>
    lift([value], context, ([scalar = null]) => (isSheetError(scalar) ? scalar : fn(scalar)));

  const table = (name: string, axis: 'row' | 'col'): SheetFunction =>
    whole(name, [3, 4], ([wanted = null, range = null, nth = null, sorted = true], context) => {
      const grid = gridOf(range);
      const number = toNumber(scalarOf(nth));
      const approximate = toBoolean(scalarOf(sorted));
      if (isSheetError(number)) return number;
      if (isSheetError(approximate)) return approximate;
      const at = Math.trunc(number) - 1;
      if (at < 0) return badValue;
      if (at >= (axis === 'col' ? grid.width : grid.height)) return badRef;
      const searched = line(grid, axis, 0);
      context.work.spend(approximate ? 20 : 1);
      return each(wanted, context, (scalar) => {
        const found = approximate ? halve(searched.cells, scalar) : exactly(searched, scalar, context);
        if (found < 0) return notAvailable;
        return (axis === 'col' ? cellAt(grid, found, at) : cellAt(grid, at, found)) ?? null;
      });
    });

  const match = whole('MATCH', [2, 3], ([wanted = null, range = null, kind = 1], context) => {
    const searched = list(range);
    const how = toNumber(scalarOf(kind));
    if (isSheetError(how)) return how;
    if (searched === null) return notAvailable;
    return each(wanted, context, (scalar) => {
      const found =
        how === 0
          ? exactly(searched, scalar, context)
          : how > 0
            ? halve(searched.cells, scalar)
            : nearest(searched.cells, scalar, 1);
      return found < 0 ? notAvailable : found + 1;
    });
  });

  /** Exact 0, next smaller -1, next larger 1, wildcards 2; from the last with a direction of -1. */
  const modern = (searched: Search, scalar: Scalar, mode: number, direction: number, context: FormulaContext): number => {
    if (direction < 0 && (mode === 0 || mode === 2)) {
      const cells = searched.cells.toReversed();
      context.work.spend(cells.length);
      const turned: Search = { cells, key: { height: 1, width: cells.length, cells }, slot: 0 };
      const at = mode === 2 ? exactly(turned, scalar, context) : index.find(turned, scalar, context);
      return at < 0 ? -1 : cells.length - 1 - at;
    }
    if (mode === 2) return exactly(searched, scalar, context);
    const found = index.find(searched, scalar, context);
    if (found >= 0 || mode === 0) return found;
    context.work.spend(searched.cells.length);
    return nearest(searched.cells, scalar, mode < 0 ? -1 : 1);
  };

  const xlookup = whole(
    'XLOOKUP',
    [3, 6],
    ([wanted = null, keys = null, range = null, missing, mode = 0, direction = 1], context) => {
      const searched = list(keys);
      const grid = gridOf(range);
      if (searched === null) return badValue;
      const isColumn = gridOf(keys).width === 1;
      if ((isColumn ? grid.height : grid.width) !== searched.cells.length) return badValue;
      const [how, from] = [toNumber(scalarOf(mode)), toNumber(scalarOf(direction))];
      if (isSheetError(how) || isSheetError(from)) return badValue;
      const none = missing === undefined || missing === null ? notAvailable : scalarOf(missing);
      const at = (scalar: Scalar): number => modern(searched, scalar, how, from, context);
      if (isGrid(wanted) && wanted.cells.length > 1) {
        return each(wanted, context, (scalar) => {
          const found = at(scalar);
          return found < 0 ? none : ((isColumn ? cellAt(grid, found, 0) : cellAt(grid, 0, found)) ?? null);
        });
      }
      const one = scalarOf(wanted);
      if (isSheetError(one)) return one;
      const found = at(one);
      if (found < 0) return none;
      const cells = line(grid, isColumn ? 'row' : 'col', found).cells;
      if (cells.length === 1) return cells[0] ?? null;
      return isColumn ? { height: 1, width: cells.length, cells } : { height: cells.length, width: 1, cells };
    },
  );

  const xmatch = whole('XMATCH', [2, 4], ([wanted = null, keys = null, mode = 0, direction = 1], context) => {
    const searched = list(keys);
    const [how, from] = [toNumber(scalarOf(mode)), toNumber(scalarOf(direction))];
    if (searched === null || isSheetError(how) || isSheetError(from)) return badValue;
    return each(wanted, context, (scalar) => {
      const found = modern(searched, scalar, how, from, context);
      return found < 0 ? notAvailable : found + 1;
    });
  });

  const lookup = whole('LOOKUP', [2, 3], ([wanted = null, keys = null, results], context) => {
    const grid = gridOf(keys);
    const isWide = grid.width > grid.height;
    const searched = list(keys) ?? line(grid, isWide ? 'row' : 'col', 0);
    const given = results === undefined ? null : list(results);
    const from = given ?? line(grid, isWide ? 'row' : 'col', isWide ? grid.height - 1 : grid.width - 1);
    return each(wanted, context, (scalar) => {
      const found = halve(searched.cells, scalar);
      return found < 0 ? notAvailable : (from.cells[found] ?? null);
    });
  });

  return [table('VLOOKUP', 'col'), table('HLOOKUP', 'row'), match, xlookup, xmatch, lookup, ...shapes];
}

const numberAt = (value: Value | undefined, otherwise: number): number | Scalar =>
  value === undefined || value === null ? otherwise : toNumber(scalarOf(value));

const indexFunction = whole('INDEX', [2, 3], ([range = null, first, second]) => {
  const grid = gridOf(range);
  const [a, b] = [numberAt(first, 0), numberAt(second, second === undefined && grid.height !== 1 ? 1 : 0)];
  if (typeof a !== 'number') return a;
  if (typeof b !== 'number') return b;
  // One number counts along a single row.
  const isRow = grid.height === 1 && second === undefined;
  const [row, col] = isRow
    ? [grid.width === 1 ? Math.trunc(a) : 1, grid.width === 1 ? 1 : Math.trunc(a)]
    : [Math.trunc(a), Math.trunc(b)];
  if (row < 0 || col < 0) return badValue;
  if (row > grid.height || col > grid.width) return badRef;
  if (row > 0 && col > 0) return cellAt(grid, row - 1, col - 1) ?? null;
  if (row === 0 && col === 0) return grid;
  if (row === 0) return { height: grid.height, width: 1, cells: line(grid, 'col', col - 1).cells };
  return { height: 1, width: grid.width, cells: line(grid, 'row', row - 1).cells };
});

/** The lines of a grid along one axis, and back. */
function linesOf(grid: Grid, axis: 'row' | 'col'): Scalar[][] {
  const count = axis === 'row' ? grid.height : grid.width;
  return Array.from({ length: count }, (_, at) => [...line(grid, axis, at).cells]);
}
function gridFrom(lines: readonly (readonly Scalar[])[], axis: 'row' | 'col'): Grid {
  const long = lines[0]?.length ?? 0;
  if (axis === 'row') return { height: lines.length, width: long, cells: lines.flat() };
  const cells = Array.from({ length: long }, (_, row) => lines.map((one) => one[row] ?? null)).flat();
  return { height: long, width: lines.length, cells };
}

const filter = whole('FILTER', [2, 3], ([range = null, include = null, otherwise], { work }) => {
  const [grid, mask] = [gridOf(range), gridOf(include)];
  const axis =
    mask.width === 1 && mask.height === grid.height ? 'row' : mask.height === 1 && mask.width === grid.width ? 'col' : null;
  if (axis === null) return badValue;
  work.spend(grid.cells.length);
  const kept: Scalar[][] = [];
  for (const [at, one] of linesOf(grid, axis).entries()) {
    const truth = toBoolean(mask.cells[at] ?? null);
    if (isSheetError(truth)) return truth;
    if (truth) kept.push(one);
  }
  if (kept.length === 0) return otherwise === undefined ? notAvailable : otherwise;
  return gridFrom(kept, axis);
});

function order(a: Scalar, b: Scalar): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  if (isSheetError(a) || isSheetError(b)) return (isSheetError(a) ? 1 : 0) - (isSheetError(b) ? 1 : 0);
  return compareScalars(a, b);
}
const directed = (a: Scalar, b: Scalar, direction: number): number =>
  a === null || b === null ? order(a, b) : order(a, b) * direction;

const sort = whole('SORT', [1, 4], ([range = null, nth, direction, byColumn], { work }) => {
  const grid = gridOf(range);
  const [at, way] = [numberAt(nth, 1), numberAt(direction, 1)];
  const axis = byColumn !== undefined && scalarOf(byColumn) === true ? 'col' : 'row';
  if (typeof at !== 'number' || typeof way !== 'number') return badValue;
  const lines = linesOf(grid, axis);
  if (at < 1 || at > (lines[0]?.length ?? 0) || (way !== 1 && way !== -1)) return badValue;
  work.spend(grid.cells.length * 2);
  const key = Math.trunc(at) - 1;
  return gridFrom(
    lines.sort((a, b) => directed(a[key] ?? null, b[key] ?? null, way)),
    axis,
  );
});

const sortby = whole('SORTBY', [2, 127], ([range = null, ...by], { work }) => {
  const grid = gridOf(range);
  const keys: { readonly cells: readonly Scalar[]; readonly way: number }[] = [];
  for (let index = 0; index < by.length; index += 2) {
    const way = numberAt(by[index + 1], 1);
    const cells = gridOf(by[index] ?? null).cells;
    if (typeof way !== 'number' || (cells.length !== grid.height && cells.length !== grid.width)) return badValue;
    keys.push({ cells, way: way < 0 ? -1 : 1 });
  }
  const axis = keys[0]?.cells.length === grid.height ? 'row' : 'col';
  const lines = linesOf(grid, axis);
  if (keys.some(({ cells }) => cells.length !== lines.length)) return badValue;
  work.spend(grid.cells.length * 2);
  const sorted = lines.map((cells, at) => ({ cells, at })).sort((a, b) => {
    for (const { cells, way } of keys) {
      const difference = directed(cells[a.at] ?? null, cells[b.at] ?? null, way);
      if (difference !== 0) return difference;
    }
    return a.at - b.at;
  }); // prettier-ignore
  return gridFrom(sorted.map(({ cells }) => cells), axis); // prettier-ignore
});

const unique = whole('UNIQUE', [1, 3], ([range = null, byColumn, once], { work }) => {
  const grid = gridOf(range);
  const axis = byColumn !== undefined && scalarOf(byColumn) === true ? 'col' : 'row';
  work.spend(grid.cells.length * 2);
  const groups = new Map<string, { readonly cells: Scalar[]; count: number }>();
  for (const cells of linesOf(grid, axis)) {
    const key = JSON.stringify(cells.map((cell) => indexKey(cell) ?? cell));
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { cells, count: 1 });
    else known.count += 1;
  }
  const only = once !== undefined && scalarOf(once) === true;
  const kept = [...groups.values()].filter(({ count }) => !only || count === 1);
  return kept.length === 0 ? notAvailable : gridFrom(kept.map(({ cells }) => cells), axis); // prettier-ignore
});

const stack = (name: string, axis: 'row' | 'col'): SheetFunction =>
  whole(name, [1, 255], (args, { work }) => {
    const grids = args.map(gridOf);
    const long = Math.max(...grids.map((grid) => (axis === 'row' ? grid.width : grid.height)));
    const lines = grids.flatMap((grid) => linesOf(grid, axis));
    work.spend(lines.length * long);
    return gridFrom(lines.map((one) => [...one, ...Array.from({ length: long - one.length }, (): Scalar => notAvailable)]), axis); // prettier-ignore
  });

const some = (name: string, pick: (lines: Scalar[][], count: number) => Scalar[][]): SheetFunction =>
  whole(name, [2, 3], ([range = null, rows, cols]) => {
    const [down, across] = [numberAt(rows, 0), numberAt(cols, 0)];
    if (typeof down !== 'number' || typeof across !== 'number') return badValue;
    const byRows =
      rows === undefined || rows === null
        ? gridOf(range)
        : gridFrom(pick(linesOf(gridOf(range), 'row'), Math.trunc(down)), 'row');
    const both = cols === undefined || cols === null ? byRows : gridFrom(pick(linesOf(byRows, 'col'), Math.trunc(across)), 'col');
    return both.cells.length === 0 ? badValue : both;
  });

const picked = (name: string, axis: 'row' | 'col'): SheetFunction =>
  whole(name, [2, 254], ([range = null, ...which], { work }) => {
    const lines = linesOf(gridOf(range), axis);
    const chosen: Scalar[][] = [];
    for (const value of which.flatMap((arg) => gridOf(arg).cells)) {
      const number = toNumber(value);
      const one = typeof number === 'number' ? lines.at(number > 0 ? Math.trunc(number) - 1 : Math.trunc(number)) : undefined;
      if (one === undefined || number === 0) return badValue;
      work.spend(one.length);
      chosen.push(one);
    }
    return gridFrom(chosen, axis);
  });

const place = (name: string, axis: 'row' | 'col'): SheetFunction =>
  whole(name, [0, 1], ([range], context) => {
    if (range === undefined) return context.place[axis] + 1;
    if (!isGrid(range) || range.at === undefined) return badValue;
    const first = range.at[axis] + 1;
    const count = axis === 'row' ? range.height : range.width;
    if (count === 1) return first;
    const cells = Array.from({ length: count }, (_, index) => first + index);
    return axis === 'row' ? { height: count, width: 1, cells } : { height: 1, width: count, cells };
  });

const flat = (name: string, across: boolean): SheetFunction =>
  whole(name, [1, 1], ([range = null]) => {
    const { cells } = gridOf(range);
    return across ? { height: 1, width: cells.length, cells } : { height: cells.length, width: 1, cells };
  });

const shapes: readonly SheetFunction[] = [
  indexFunction, filter, sort, sortby, unique, stack('VSTACK', 'row'), stack('HSTACK', 'col'),
  some('TAKE', (lines, count) => (count < 0 ? lines.slice(count) : lines.slice(0, count))),
  some('DROP', (lines, count) => (count < 0 ? lines.slice(0, count) : lines.slice(count))),
  picked('CHOOSEROWS', 'row'), picked('CHOOSECOLS', 'col'), place('ROW', 'row'), place('COLUMN', 'col'),
  flat('TOROW', true), flat('TOCOL', false),
  whole('ROWS', [1, 1], ([range = null]) => gridOf(range).height), whole('COLUMNS', [1, 1], ([range = null]) => gridOf(range).width),
  whole('TRANSPOSE', [1, 1], ([range = null], { work }) => {
    work.spend(gridOf(range).cells.length);
    return gridFrom(linesOf(gridOf(range), 'row'), 'col');
  }),
  single('ADDRESS', 'nn?n', (row, col, kind = 1) => {
    if (row < 1 || col < 1 || row > 1_048_576 || col > 16_384 || kind < 1 || kind > 4) return badValue;
    const [letters = '', digits = ''] = cellAddress(Math.trunc(row) - 1, Math.trunc(col) - 1).split(/(?<=[A-Z])(?=\d)/);
    const [fixCol, fixRow] = [kind === 1 || kind === 3, kind === 1 || kind === 2];
    return `${fixCol ? '$' : ''}${letters}${fixRow ? '$' : ''}${digits}`;
  }),
]; // prettier-ignore
