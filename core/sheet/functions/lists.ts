/** lists: functions that filter, sort, slice and join ranges and lists, and find positions. */
import { cellAddress } from '../address.ts';
import { compareScalars, toBoolean, toNumber } from '../coerce.ts';
import { groupKey } from '../cell-groups.ts';
import { mergeSort } from '../merge-sort.ts';
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
import type { FormulaWork, Steps } from '../recalculation-budget.ts';
import { direct, type SheetFunction, single, spendOnTexts, whole } from './define.ts';
import { line } from './search.ts';

const numberAt = (value: Value | undefined, otherwise: number): number | Scalar =>
  value === undefined || value === null ? otherwise : toNumber(scalarOf(value));

const indexFunction = direct('INDEX', '*1?1', ([range = null, first, second], { work }) => {
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
  if (row === 0 && col === 0) return grid;
  const [top, left] = [Math.max(0, row - 1), Math.max(0, col - 1)];
  // A part of a range is a reference, too.
  const { isRange, sheet, at } = grid;
  const origin =
    isRange === true && sheet !== undefined && at !== undefined
      ? { isRange, sheet, at: { row: at.row + top, col: at.col + left } }
      : {};
  if (row > 0 && col > 0) return { height: 1, width: 1, cells: [cellAt(grid, top, left) ?? null], ...origin };
  work.spend((row === 0 ? grid.height : grid.width) / 2);
  if (row === 0) return { height: grid.height, width: 1, cells: line(grid, 'col', left), ...origin };
  return { height: 1, width: grid.width, cells: line(grid, 'row', top), ...origin };
});

/** The lines of a grid along one axis, and the inverse. */
function linesOf(grid: Grid, axis: 'row' | 'col'): Scalar[][] {
  const count = axis === 'row' ? grid.height : grid.width;
  return Array.from({ length: count }, (_, at) => [...line(grid, axis, at)]);
}
function gridFrom(lines: readonly (readonly Scalar[])[], axis: 'row' | 'col'): Grid {
  const long = lines[0]?.length ?? 0;
  if (axis === 'row') return { height: lines.length, width: long, cells: lines.flat() };
  const cells = Array.from({ length: long }, (_, row) => lines.map((one) => one[row] ?? null)).flat();
  return { height: long, width: lines.length, cells };
}

const filter = whole('FILTER', '**?*', ([range = null, include = null, otherwise], { work }) => {
  const [grid, mask] = [gridOf(range), gridOf(include)];
  const axis =
    mask.width === 1 && mask.height === grid.height ? 'row' : mask.height === 1 && mask.width === grid.width ? 'col' : null;
  if (axis === null) return badValue;
  work.spend(grid.cells.length);
  const lines: Scalar[][] = [];
  for (const [at, one] of linesOf(grid, axis).entries()) {
    const truth = toBoolean(mask.cells[at] ?? null);
    if (isSheetError(truth)) return truth;
    if (truth) lines.push(one);
  }
  if (lines.length === 0) return otherwise === undefined ? notAvailable : otherwise;
  return gridFrom(lines, axis);
});

/** Sorts lines by lists of keys; the formula is charged for each. */
function sortedLines<T>(
  lines: readonly T[],
  keys: readonly (readonly Scalar[])[],
  { all, work }: { readonly all: number; readonly work: FormulaWork },
  compare: (a: T, b: T) => number,
): T[] {
  const rounds = 1 + Math.log2(1 + lines.length);
  let characters = 0;
  for (const cells of keys) for (const cell of cells) if (typeof cell === 'string') characters += cell.length;
  work.charge(all + keys.length * lines.length * rounds * 4 + (characters / 4) * rounds);
  work.count(all);
  const each = 2 + (lines.length === 0 ? 0 : characters / 4 / lines.length);
  return work.loop(() => mergeSort([...lines], compare, work, each));
}

function order(a: Scalar, b: Scalar): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  if (isSheetError(a) || isSheetError(b)) return (isSheetError(a) ? 1 : 0) - (isSheetError(b) ? 1 : 0);
  return compareScalars(a, b);
}
const directed = (a: Scalar, b: Scalar, direction: number): number =>
  a === null || b === null ? order(a, b) : order(a, b) * direction;

const sort = whole('SORT', '*?**1', ([range = null, nth = null, direction = null, byColumn = null], { work }) => {
  const grid = gridOf(range);
  const axis = toBoolean(scalarOf(byColumn)) === true ? 'col' : 'row';
  const lines = linesOf(grid, axis);
  const ways = gridOf(direction ?? 1).cells.map(toNumber);
  const keys: { readonly at: number; readonly way: number }[] = [];
  for (const [index, cell] of gridOf(nth ?? 1).cells.entries()) {
    const [at, way] = [toNumber(cell), ways.length === 1 ? ways[0] : ways[index]];
    if (typeof at !== 'number' || at < 1 || at >= (lines[0]?.length ?? 0) + 1 || (way !== 1 && way !== -1)) return badValue;
    keys.push({ at: Math.trunc(at) - 1, way });
  }
  const sorted = sortedLines(lines, keys.map(({ at }) => lines.map((one) => one[at] ?? null)), { all: grid.cells.length, work }, (a, b) => {
    for (const { at, way } of keys) {
      const difference = directed(a[at] ?? null, b[at] ?? null, way);
      if (difference !== 0) return difference;
    }
    return 0;
  }); // prettier-ignore
  return gridFrom(sorted, axis);
});

const sortby = whole('SORTBY', '**?1(*1)', ([range = null, ...by], { work }) => {
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
  const placed = lines.map((cells, at) => ({ cells, at }));
  const sorted = sortedLines(placed, keys.map(({ cells }) => cells), { all: grid.cells.length * keys.length, work }, (a, b) => {
    for (const { cells, way } of keys) {
      const difference = directed(cells[a.at] ?? null, cells[b.at] ?? null, way);
      if (difference !== 0) return difference;
    }
    return a.at - b.at;
  }); // prettier-ignore
  return gridFrom(sorted.map(({ cells }) => cells), axis); // prettier-ignore
});

/** Units (recalculation-budget.ts) for each cell. */
const uniqueCost = 15;

type Group = { readonly cells: Scalar[]; count: number };

/** Equal lines, by their content. */
function* groupsOf(lines: readonly Scalar[][], work: FormulaWork): Steps<ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>();
  let units = 0;
  for (const cells of lines) {
    const key = JSON.stringify(cells.map(groupKey));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { cells, count: 1 });
    else group.count += 1;
    units += cells.length * uniqueCost;
    if (units < work.piece) continue;
    yield units;
    units = 0;
  }
  return groups;
}

const unique = whole('UNIQUE', '*?11', ([range = null, byColumn, once], { work }) => {
  const grid = gridOf(range);
  const axis = byColumn !== undefined && scalarOf(byColumn) === true ? 'col' : 'row';
  work.charge(grid.cells.length * uniqueCost);
  spendOnTexts(grid.cells, work, 2);
  const groups = work.loop(() => groupsOf(linesOf(grid, axis), work));
  const only = once !== undefined && scalarOf(once) === true;
  const uniqueGroups = [...groups.values()].filter(({ count }) => !only || count === 1);
  return uniqueGroups.length === 0 ? notAvailable : gridFrom(uniqueGroups.map(({ cells }) => cells), axis); // prettier-ignore
});

const stack = (name: string, axis: 'row' | 'col'): SheetFunction =>
  whole(name, '*?(*)', (args, { work }) => {
    const grids = args.map(gridOf);
    const long = Math.max(...grids.map((grid) => (axis === 'row' ? grid.width : grid.height)));
    const lines = grids.flatMap((grid) => linesOf(grid, axis));
    work.spend(lines.length * (10 + long * 4));
    return gridFrom(lines.map((one) => [...one, ...Array.from({ length: long - one.length }, (): Scalar => notAvailable)]), axis); // prettier-ignore
  });

const some = (name: string, pick: (lines: Scalar[][], count: number) => Scalar[][]): SheetFunction =>
  whole(name, '*1?1', ([range = null, rows, cols]) => {
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
  whole(name, '**?(*)', ([range = null, ...which], { work }) => {
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

const place = (name: string, axis: 'row' | 'col'): SheetFunction => {
  const found = direct(name, '?*', ([range], context) => {
    if (range === undefined) return context.place[axis] + 1;
    if (isSheetError(range)) return range;
    if (!isGrid(range) || range.at === undefined) return badValue;
    const first = range.at[axis] + 1;
    const count = axis === 'row' ? range.height : range.width;
    if (count === 1) return first;
    const cells = Array.from({ length: count }, (_, index) => first + index);
    return axis === 'row' ? { height: count, width: 1, cells } : { height: 1, width: count, cells };
  });
  return { ...found, placed: true, addresses: [0] };
};

const extent = (name: string, side: 'height' | 'width'): SheetFunction => ({
  ...direct(name, '*', ([range = null]) => (isSheetError(range) ? range : gridOf(range)[side])),
  placed: true,
  addresses: [0],
});

const flat = (name: string, across: boolean): SheetFunction =>
  whole(name, '*', ([range = null]) => {
    const { cells } = gridOf(range);
    return across ? { height: 1, width: cells.length, cells } : { height: cells.length, width: 1, cells };
  });

export const listFunctions: readonly SheetFunction[] = [
  indexFunction, filter, sort, sortby, unique, stack('VSTACK', 'row'), stack('HSTACK', 'col'),
  some('TAKE', (lines, count) => (count < 0 ? lines.slice(count) : lines.slice(0, count))),
  some('DROP', (lines, count) => (count < 0 ? lines.slice(0, count) : lines.slice(count))),
  picked('CHOOSEROWS', 'row'), picked('CHOOSECOLS', 'col'), place('ROW', 'row'), place('COLUMN', 'col'),
  flat('TOROW', true), flat('TOCOL', false),
  extent('ROWS', 'height'), extent('COLUMNS', 'width'),
  whole('TRANSPOSE', '*', ([range = null], { work }) => {
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
