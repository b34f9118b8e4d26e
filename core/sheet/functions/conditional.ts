/** conditional: counts, sums and averages of the cells that meet conditions. */
import { type Criterion, criterionOf } from '../criteria.ts';
import { badValue, divZero, finite, type Grid, gridOf, isSheetError, type Scalar, scalarOf, type Value } from '../value.ts';
import type { FormulaWork } from '../recalculation-budget.ts';
import { type SheetFunction, whole } from './define.ts';

/** Places, in reading order, where every range meets its condition; null when the ranges differ in size. */
function placesMeeting(pairs: readonly Value[], work: FormulaWork): number[] | null {
  const first = gridOf(pairs[0] ?? null);
  const conditions: { readonly grid: Grid; readonly meets: Criterion }[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const grid = gridOf(pairs[index] ?? null);
    if (grid.height !== first.height || grid.width !== first.width) return null;
    conditions.push({ grid, meets: criterionOf(scalarOf(pairs[index + 1] ?? null), work) });
  }
  work.spend((first.cells.length * conditions.length) / 2);
  let places: number[] | null = null;
  for (const { grid, meets } of conditions) {
    const before: readonly number[] | null = places;
    places = [];
    if (before === null) {
      for (let at = 0; at < grid.cells.length; at += 1) if (meets(grid.cells[at] ?? null)) places.push(at);
    } else for (const at of before) if (meets(grid.cells[at] ?? null)) places.push(at);
  }
  return places;
}

type Fold = (numbers: number[]) => Scalar;

function fold(grid: Grid, places: readonly number[], fn: Fold): Scalar {
  const numbers: number[] = [];
  for (const at of places) {
    const value = grid.cells[at];
    if (typeof value === 'number') numbers.push(value);
    else if (isSheetError(value)) return value;
  }
  return fn(numbers);
}

const sum: Fold = (numbers) => finite(numbers.reduce((total, number) => total + number, 0));
const average: Fold = (numbers) => (numbers.length === 0 ? divZero : finite(Number(sum(numbers)) / numbers.length));
const least: Fold = (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
const most: Fold = (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0);

const byOne = (name: string, fn: Fold): SheetFunction =>
  whole(name, [2, 3], ([range = null, condition = null, summed = range], { work }) => {
    const places = placesMeeting([range, condition], work);
    const [asked, taken] = [gridOf(range), gridOf(summed)];
    if (places === null || asked.width !== taken.width || asked.height !== taken.height) return badValue;
    return fold(taken, places, fn);
  });

const byMany = (name: string, fn: Fold): SheetFunction =>
  whole(name, [3, 255], ([summed = null, ...pairs], { work }) => {
    if (pairs.length % 2 !== 0) return badValue;
    const [taken, asked] = [gridOf(summed), gridOf(pairs[0] ?? null)];
    const places = placesMeeting(pairs, work);
    if (places === null || asked.width !== taken.width || asked.height !== taken.height) return badValue;
    return fold(taken, places, fn);
  });

const count = (name: string, most: number): SheetFunction =>
  whole(name, [2, most], (pairs, { work }) => {
    if (pairs.length % 2 !== 0) return badValue;
    return placesMeeting(pairs, work)?.length ?? badValue;
  });

export const conditionalFunctions: readonly SheetFunction[] = [
  count('COUNTIF', 2), count('COUNTIFS', 254), byOne('SUMIF', sum), byMany('SUMIFS', sum),
  byOne('AVERAGEIF', average), byMany('AVERAGEIFS', average), byMany('MINIFS', least), byMany('MAXIFS', most),
]; // prettier-ignore
