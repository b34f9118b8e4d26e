/** statistics: counts, averages, deviations, order and regression lines. Distributions come from the library. */
import { toNumber } from '../coerce.ts';
import {
  badNumber,
  divZero,
  finite,
  gridOf,
  isGrid,
  isSheetError,
  notAvailable,
  type Scalar,
  scalarOf,
  type Value,
} from '../value.ts';
import type { FormulaWork } from '../recalculation-budget.ts';
import type { GridIndices } from '../grid-index.ts';
import type { Standing } from '../sorted-cells.ts';
import { aggregateOf, frequency } from './aggregate.ts';
import { regressionFunctions } from './regression.ts';
import { direct, errorIn, numbersOf, numeric, type SheetFunction, whole } from './define.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
const squares = (numbers: readonly number[]): number => {
  const middle = mean(numbers);
  return sum(numbers.map((number) => (number - middle) ** 2));
};
const rising = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);
/** Units for each number of a list that is sorted, counted by value, or traversed a few times. */
const [sorted, tallied, passed] = [5, 3, 0.5];
const few = (least: number, each = passed) => ({ least, otherwise: divZero, each });
const none = (otherwise: Scalar, each = passed) => ({ least: 1, otherwise, each });

/** Text in ranges counts as 0, booleans as 1. */
const withAll = (name: string, fn: (numbers: number[]) => Scalar, least: number): SheetFunction =>
  whole(name, '*?(*)', (args) => {
    const counted = args.map((arg): Value => isGrid(arg)
      ? { ...arg, cells: arg.cells.filter((cell) => cell !== null).map((cell) => (typeof cell === 'string' ? 0 : typeof cell === 'boolean' ? Number(cell) : cell)) }
      : arg); // prettier-ignore
    const numbers = numbersOf(counted);
    if (!Array.isArray(numbers)) return numbers;
    return numbers.length < least ? divZero : fn(numbers);
  });

/** The value at a fraction of the way through sorted numbers. */
function between(sorted: ArrayLike<number>, place: number): number {
  const low = Math.floor(place);
  const [a = 0, b = a] = [sorted[low], sorted[low + 1]];
  return a + (b - a) * (place - low);
}

const inclusive = (numbers: ArrayLike<number>, share: number): Scalar =>
  share < 0 || share > 1 ? badNumber : between(numbers, share * (numbers.length - 1));
function exclusive(numbers: ArrayLike<number>, share: number): Scalar {
  const place = share * (numbers.length + 1) - 1;
  return share <= 0 || share >= 1 || place < 0 || place > numbers.length - 1 ? badNumber : between(numbers, place);
}

/** Units (recalculation-budget.ts): the charge for a place among numbers and for each cell, and the cost of a number sorted here. */
const placing = { place: 20, cell: 0.02, sorted: 5 };

/** A function of the sorted numbers of a list and a number. The numbers of a list that is used repeatedly are sorted once. */
const ofOrder = (name: string, indices: GridIndices, fn: (rising: ArrayLike<number>, k: number) => Scalar): SheetFunction =>
  direct(name, '*1', ([list = null, k = null], { work }) => {
    const { cells } = gridOf(list);
    work.charge(placing.place + cells.length * placing.cell);
    const at = toNumber(scalarOf(k));
    const index = isGrid(list) ? work.decide(() => indices.of(cells)) : null;
    const numbers = index === null ? numbersOf([list]) : (index.numbers(work).error ?? index.numbers(work).rising);
    if (numbers === null || typeof numbers !== 'object' || 'e' in numbers) return numbers;
    if (isSheetError(at)) return at;
    if (numbers.length === 0) return badNumber;
    if (!Array.isArray(numbers)) return fn(numbers, at);
    work.count(numbers.length * placing.sorted);
    return fn(rising(numbers), at);
  });

function mode(numbers: readonly number[]): Scalar {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let [best, most]: [Scalar, number] = [notAvailable, 1];
  for (const [number, count] of counts) if (count > most) [best, most] = [number, count];
  return best;
}

/**
 * Units (recalculation-budget.ts): the charge for a rank among numbers and for each of those, and the cost of examining one.
 */
const ranking = { rank: 20, cell: 0.02, compared: 0.2 };

const rank = (name: string, shared: boolean, indices: GridIndices): SheetFunction =>
  direct(name, '1*?1', ([number = null, list = null, order = 0], { work }) => {
    const value = toNumber(scalarOf(number));
    const way = toNumber(scalarOf(order));
    const { cells } = gridOf(list);
    work.charge(ranking.rank + cells.length * ranking.cell);
    const index = isGrid(list) ? work.decide(() => indices.of(cells)) : null;
    const numbers = index === null ? numbersOf([list]) : (index.numbers(work).error ?? index.numbers(work));
    if (isSheetError(value)) return value;
    if (isSheetError(way)) return way;
    if (numbers === null || typeof numbers !== 'object' || 'e' in numbers) return numbers;
    const { below, same, above } = Array.isArray(numbers) ? standing(value, numbers, work) : numbers.standing(value);
    if (same === 0) return notAvailable;
    return (way === 0 ? above : below) + 1 + (shared ? (same - 1) / 2 : 0);
  });

/** The counts of numbers less than this one, equal and greater. */
function standing(value: number, numbers: readonly number[], work: FormulaWork): Standing {
  work.count(numbers.length * ranking.compared);
  let [below, same] = [0, 0];
  for (const other of numbers) {
    if (other < value) below += 1;
    else if (other === value) same += 1;
  }
  return { below, same, above: numbers.length - below - same };
}

const percentrank = (name: string, share: (below: number, count: number, exact: boolean) => number): SheetFunction =>
  whole(name, '*1?1', ([list = null, number = null, digits = 3], { work }) => {
    const numbers = numbersOf([list]);
    const [value, places] = [toNumber(scalarOf(number)), toNumber(scalarOf(digits))];
    if (!Array.isArray(numbers)) return numbers;
    if (isSheetError(value)) return value;
    if (isSheetError(places) || places < 1) return badNumber;
    work.spend(numbers.length * sorted);
    const inOrder = rising(numbers);
    const [first = 0, last = 0] = [inOrder[0], inOrder.at(-1)];
    if (numbers.length === 0 || value < first || value > last) return notAvailable;
    const below = inOrder.filter((other) => other < value).length;
    const [a = value, b = value] = [inOrder[below - 1], inOrder[below]];
    const place = b === value ? below : below - 1 + (value - a) / (b - a);
    const factor = 10 ** Math.min(15, Math.trunc(places));
    return Math.floor(share(place, numbers.length, b === value) * factor + 1e-9) / factor;
  });

/** Pairs of numbers from two lists of one size; other pairs are left out. */
function pairs(args: readonly Value[], work: FormulaWork): { readonly x: number[]; readonly y: number[] } | Scalar {
  const wrong = errorIn(args);
  const [a, b] = args.map(gridOf);
  if (wrong !== null) return wrong;
  if (a === undefined || b === undefined || a.cells.length !== b.cells.length) return notAvailable;
  work.spend(a.cells.length);
  const [x, y]: [number[], number[]] = [[], []];
  for (const [at, first] of a.cells.entries()) {
    const second = b.cells[at];
    if (typeof first !== 'number' || typeof second !== 'number') continue;
    x.push(first);
    y.push(second);
  }
  return { x, y };
}

type Sums = {
  readonly count: number;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
  readonly mx: number;
  readonly my: number;
};

/** The sums for regression and correlation. The first list is y if the function says so. */
const ofPairs = (name: string, fn: (sums: Sums) => Scalar, least = 2): SheetFunction =>
  whole(name, '**', (args, { work }) => {
    const found = pairs(args, work);
    if (found === null || typeof found !== 'object' || !('x' in found)) return found;
    return found.x.length < least ? divZero : fn(sumsOf(found));
  });

function sumsOf({ x, y }: { readonly x: readonly number[]; readonly y: readonly number[] }): Sums {
  const [mx, my] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [at, value] of x.entries()) {
    const [dx, dy] = [value - mx, (y[at] ?? 0) - my];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return { count: x.length, xx, yy, xy, mx, my };
}

const over = (a: number, b: number): Scalar => (b === 0 ? divZero : finite(a / b));

const forecast = (name: string): SheetFunction =>
  whole(name, '1**', ([at = null, ...lists], { work }) => {
    const x = toNumber(scalarOf(at));
    if (isSheetError(x)) return x;
    const found = pairs(lists, work);
    if (found === null || typeof found !== 'object' || !('x' in found)) return found;
    const { xy, yy, mx, my } = sumsOf(found);
    return yy === 0 || found.x.length === 0 ? divZero : finite(mx + (xy / yy) * (x - my));
  });

const trimmean = (indices: GridIndices): SheetFunction =>
  ofOrder('TRIMMEAN', indices, (numbers, share) => {
    if (share < 0 || share >= 1) return badNumber;
    const cut = Math.floor((numbers.length * share) / 2);
    return finite(mean(Array.from(numbers).slice(cut, numbers.length - cut)));
  });

const variance = (numbers: readonly number[]): Scalar => finite(squares(numbers) / (numbers.length - 1));
const deviation = (numbers: readonly number[]): Scalar => finite(Math.sqrt(squares(numbers) / (numbers.length - 1)));
const populationVariance = (numbers: readonly number[]): Scalar => finite(squares(numbers) / numbers.length);
const populationDeviation = (numbers: readonly number[]): Scalar => finite(Math.sqrt(squares(numbers) / numbers.length));

const moments = (numbers: readonly number[], power: number): number => {
  const [middle, spread] = [mean(numbers), Math.sqrt(squares(numbers) / (numbers.length - 1))];
  return sum(numbers.map((number) => ((number - middle) / spread) ** power));
};

const skew = (numbers: readonly number[]): Scalar => {
  const n = numbers.length;
  return squares(numbers) === 0 ? divZero : finite((n / ((n - 1) * (n - 2))) * moments(numbers, 3));
};

const kurtosis = (numbers: readonly number[]): Scalar => {
  const n = numbers.length;
  if (squares(numbers) === 0) return divZero;
  return finite(((n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))) * moments(numbers, 4) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3)));
};

const counting = (name: string, isCounted: (value: Scalar, inRange: boolean) => boolean): SheetFunction =>
  whole(name, '*?(*)', (args) =>
    args.reduce<number>((count, arg) => count + gridOf(arg).cells.filter((value) => isCounted(value, isGrid(arg))).length, 0),
  );

const quarterly =
  (fn: (numbers: ArrayLike<number>, share: number) => Scalar) =>
  (numbers: ArrayLike<number>, quarter: number): Scalar =>
    Math.trunc(quarter) < 0 || Math.trunc(quarter) > 4 ? badNumber : fn(numbers, Math.trunc(quarter) / 4);

export const statisticsFunctions = (indices: GridIndices): readonly SheetFunction[] => {
  const functions = basicFunctions(indices);
  return [...functions, frequency, aggregateOf(functions), ...regressionFunctions];
};

const basicFunctions = (indices: GridIndices): readonly SheetFunction[] => [
  counting('COUNT', (value, inRange) => typeof value === 'number' || (!inRange && !isSheetError(value) && typeof toNumber(value) === 'number')),
  counting('COUNTA', (value, inRange) => value !== null || !inRange), counting('COUNTBLANK', (value) => value === null || value === ''),
  numeric('AVERAGE', (numbers) => finite(mean(numbers)), few(1)), withAll('AVERAGEA', (numbers) => finite(mean(numbers)), 1),
  numeric('MAX', (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0)),
  numeric('MIN', (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0)),
  withAll('MAXA', (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0), 0),
  withAll('MINA', (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0), 0),
  numeric('MEDIAN', (numbers) => between(rising(numbers), (numbers.length - 1) / 2), none(badNumber, sorted)),
  numeric('MODE', mode, none(notAvailable, tallied)), numeric('MODE.SNGL', mode, none(notAvailable, tallied)),
  numeric('GEOMEAN', (numbers) => (numbers.some((n) => n <= 0) ? badNumber : finite(Math.exp(mean(numbers.map(Math.log))))), none(badNumber)),
  numeric('HARMEAN', (numbers) => (numbers.some((n) => n <= 0) ? badNumber : finite(numbers.length / sum(numbers.map((n) => 1 / n)))), none(badNumber)),
  numeric('AVEDEV', (numbers) => { const middle = mean(numbers); return mean(numbers.map((n) => Math.abs(n - middle))); }, none(badNumber)),
  numeric('DEVSQ', squares, none(badNumber)),
  ...['STDEV', 'STDEV.S'].map((name) => numeric(name, deviation, few(2))), ...['VAR', 'VAR.S'].map((name) => numeric(name, variance, few(2))),
  ...['STDEVP', 'STDEV.P'].map((name) => numeric(name, populationDeviation, few(1))), ...['VARP', 'VAR.P'].map((name) => numeric(name, populationVariance, few(1))),
  withAll('STDEVA', deviation, 2), withAll('VARA', variance, 2),
  numeric('SKEW', skew, few(3)), numeric('KURT', kurtosis, few(4)),
  ofOrder('LARGE', indices, (numbers, k) => (k <= 0 ? badNumber : (numbers[numbers.length - Math.ceil(k)] ?? badNumber))),
  ofOrder('SMALL', indices, (numbers, k) => (k < 1 ? badNumber : (numbers[Math.ceil(k) - 1] ?? badNumber))),
  ...['PERCENTILE', 'PERCENTILE.INC'].map((name) => ofOrder(name, indices, inclusive)), ofOrder('PERCENTILE.EXC', indices, exclusive),
  ...['QUARTILE', 'QUARTILE.INC'].map((name) => ofOrder(name, indices, quarterly(inclusive))), ofOrder('QUARTILE.EXC', indices, quarterly(exclusive)),
  rank('RANK', false, indices), rank('RANK.EQ', false, indices), rank('RANK.AVG', true, indices), trimmean(indices),
  ...['PERCENTRANK', 'PERCENTRANK.INC'].map((name) => percentrank(name, (place, count) => (count === 1 ? 1 : place / (count - 1)))),
  percentrank('PERCENTRANK.EXC', (place, count) => (place + 1) / (count + 1)),
  ofPairs('CORREL', ({ xx, yy, xy }) => over(xy, Math.sqrt(xx * yy))), ofPairs('PEARSON', ({ xx, yy, xy }) => over(xy, Math.sqrt(xx * yy))),
  ofPairs('RSQ', ({ xx, yy, xy }) => over(xy * xy, xx * yy)), ofPairs('SLOPE', ({ yy, xy }) => over(xy, yy)),
  ofPairs('INTERCEPT', ({ yy, xy, mx, my }) => (yy === 0 ? divZero : finite(mx - (xy / yy) * my))),
  ofPairs('COVAR', ({ xy, count }) => xy / count, 1), ofPairs('COVARIANCE.P', ({ xy, count }) => xy / count, 1), ofPairs('COVARIANCE.S', ({ xy, count }) => over(xy, count - 1)),
  ofPairs('STEYX', ({ xx, yy, xy, count }) => (yy === 0 ? divZero : finite(Math.sqrt((xx - xy ** 2 / yy) / (count - 2)))), 3),
  forecast('FORECAST'), forecast('FORECAST.LINEAR'),
]; // prettier-ignore
