/**
 * regression: least squares with one or several variables: LINEST and TREND, and the exponential LOGEST and GROWTH.
 *
 * The variables are centered and orthogonalized by Householder reflections, which keeps digits that normal equations lose. A
 * variable that depends on the others has the coefficient 0.
 */
import { toBoolean } from '../coerce.ts';
import { badNumber, badRef, badValue, finite, type Grid, gridOf, isSheetError, notAvailable, type Scalar, scalarOf, type SheetError, type Value } from '../value.ts'; // prettier-ignore
import type { FormulaWork } from '../recalculation-budget.ts';
import { direct, type SheetFunction } from './define.ts';

type Samples = { readonly y: readonly number[]; readonly x: readonly (readonly number[])[]; readonly isColumn: boolean };
type Fit = {
  /** In the order of the variables. */
  readonly slopes: readonly number[];
  readonly intercept: number;
  readonly slopeErrors: readonly number[];
  readonly interceptError: number;
  readonly residuals: number;
  readonly regression: number;
  readonly freedom: number;
};

const numbersIn = (grid: Grid): readonly number[] | SheetError => {
  for (const cell of grid.cells) if (typeof cell !== 'number') return isSheetError(cell) ? cell : badValue;
  return grid.cells as readonly number[];
};

/** Variables as lists, one for each column beside a column of results, or each row beside a row. */
function variablesIn(grid: Grid, isColumn: boolean, count: number): (readonly number[])[] | SheetError {
  const cells = numbersIn(grid);
  if (isSheetError(cells)) return cells;
  if ((isColumn ? grid.height : grid.width) !== count) return badRef;
  const variables = isColumn ? grid.width : grid.height;
  return Array.from({ length: variables }, (_, at) =>
    Array.from({ length: count }, (_unused, index) => cells[isColumn ? index * grid.width + at : at * grid.width + index] ?? 0),
  );
}

function samplesOf(known: Value, variables: Value | undefined): Samples | SheetError {
  const grid = gridOf(known);
  const y = numbersIn(grid);
  if (isSheetError(y)) return y;
  const counting = { ...grid, cells: y.map((_, index) => index + 1) };
  const xs = variables === undefined || variables === null ? counting : gridOf(variables);
  // One list of the same shape is one variable, however it lies.
  if (xs.height === grid.height && xs.width === grid.width) {
    const x = numbersIn(xs);
    return isSheetError(x) ? x : { y, x: [x], isColumn: grid.width === 1 };
  }
  if (grid.height !== 1 && grid.width !== 1) return badRef;
  const isColumn = grid.width === 1;
  const x = variablesIn(xs, isColumn, y.length);
  return isSheetError(x) ? x : { y, x, isColumn };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0);

function fitOf({ y, x }: Samples, hasIntercept: boolean, work: FormulaWork): Fit | SheetError {
  const [count, variables] = [y.length, x.length];
  work.spend(count * variables * variables * 2 + count);
  const center = (numbers: readonly number[]): number => (hasIntercept ? sum(numbers) / numbers.length : 0);
  const [meanY, means] = [center(y), x.map(center)];
  const columns = x.map((numbers, at) => numbers.map((value) => value - (means[at] ?? 0)));
  const target = y.map((value) => value - meanY);
  const scales = columns.map((column) => Math.sqrt(dot(column, column)));
  const total = dot(target, target);
  const upper: number[][] = columns.map(() => []);
  const isUsed: boolean[] = [];
  let row = 0;
  for (const [at, column] of columns.entries()) {
    const rest = column.slice(row);
    const norm = Math.sqrt(dot(rest, rest));
    isUsed[at] = row < count && norm > (scales[at] ?? 0) * 1e-10 && norm > 0;
    if (isUsed[at] !== true) continue;
    const head = rest[0] ?? 0;
    const alpha = head > 0 ? -norm : norm;
    const reflector = [head - alpha, ...rest.slice(1)];
    const size = dot(reflector, reflector);
    for (const other of [...columns.slice(at), target]) {
      const factor = size === 0 ? 0 : (2 * dot(reflector, other.slice(row))) / size;
      for (const [index, value] of reflector.entries()) other[row + index] = (other[row + index] ?? 0) - factor * value;
    }
    row += 1;
  }
  const used = x.map((_, at) => at).filter((at) => isUsed[at] === true);
  for (const [r] of used.entries()) upper[r] = used.map((at) => columns[at]?.[r] ?? 0);
  const slopes = x.map(() => 0);
  for (let r = used.length - 1; r >= 0; r -= 1) {
    let value = target[r] ?? 0;
    for (let c = r + 1; c < used.length; c += 1) value -= (upper[r]?.[c] ?? 0) * (slopes[used[c] ?? 0] ?? 0);
    slopes[used[r] ?? 0] = value / (upper[r]?.[r] ?? 1);
  }
  const residuals = sum(target.slice(used.length).map((value) => value * value));
  const freedom = count - used.length - (hasIntercept ? 1 : 0);
  const variance = freedom > 0 ? residuals / freedom : 0;
  const inverse = inverseOf(used.length, upper);
  const slopeErrors = x.map(() => 0);
  for (const [r, at] of used.entries()) slopeErrors[at] = Math.sqrt(variance * dot(inverse[r] ?? [], inverse[r] ?? []));
  const shift = used.map((_, c) => sum(used.map((at, r) => (means[at] ?? 0) * (inverse[r]?.[c] ?? 0))));
  return {
    slopes,
    intercept: hasIntercept ? meanY - dot(slopes, means) : 0,
    slopeErrors,
    interceptError: Math.sqrt(variance * (1 / count + dot(shift, shift))),
    residuals,
    regression: total - residuals,
    freedom,
  };
}

/** The inverse of an upper triangular matrix. */
function inverseOf(size: number, upper: readonly (readonly number[])[]): number[][] {
  const inverse = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (let c = 0; c < size; c += 1) {
    for (let r = c; r >= 0; r -= 1) {
      let value = r === c ? 1 : 0;
      for (let k = r + 1; k <= c; k += 1) value -= (upper[r]?.[k] ?? 0) * (inverse[k]?.[c] ?? 0);
      (inverse[r] ?? [])[c] = value / (upper[r]?.[r] ?? 1);
    }
  }
  return inverse;
}

const isTrue = (value: Value | undefined, otherwise: boolean): boolean =>
  value === undefined || value === null ? otherwise : toBoolean(scalarOf(value)) === true;

/** The samples with the logarithm of their results. */
function logarithmic(...from: Parameters<typeof samplesOf>): Samples | SheetError {
  const samples = samplesOf(...from);
  if (isSheetError(samples)) return samples;
  return samples.y.some((value) => value <= 0) ? badNumber : { ...samples, y: samples.y.map(Math.log) };
}

const estimate = (name: string, isExponential: boolean): SheetFunction =>
  direct(name, '*?*11', ([known = null, variables, constant, statistics], { work }) => {
    const samples = (isExponential ? logarithmic : samplesOf)(known, variables);
    if (isSheetError(samples)) return samples;
    const fit = fitOf(samples, isTrue(constant, true), work);
    if (isSheetError(fit)) return fit;
    const shown = isExponential ? Math.exp : (value: number): number => value;
    const rows: Scalar[][] = [[...fit.slopes.map(shown).toReversed(), shown(fit.intercept)]];
    const width = fit.slopes.length + 1;
    if (isTrue(statistics, false)) {
      const { residuals, regression, freedom } = fit;
      const fill = (cells: readonly Scalar[]): Scalar[] => [...cells, ...Array.from({ length: width - cells.length }, () => notAvailable)];
      rows.push([...fit.slopeErrors.toReversed(), isTrue(constant, true) ? fit.interceptError : notAvailable]);
      rows.push(fill([finite(regression / (regression + residuals)), freedom > 0 ? Math.sqrt(residuals / freedom) : 0]));
      rows.push(fill([finite(regression / fit.slopes.length / (residuals / freedom)), freedom]));
      rows.push(fill([regression, residuals]));
    }
    return { height: rows.length, width, cells: rows.flat() };
  }); // prettier-ignore

const predict = (name: string, isExponential: boolean): SheetFunction =>
  direct(name, '*?**1', ([known = null, variables, wanted, constant], { work }) => {
    const samples = (isExponential ? logarithmic : samplesOf)(known, variables);
    if (isSheetError(samples)) return samples;
    const fit = fitOf(samples, isTrue(constant, true), work);
    if (isSheetError(fit)) return fit;
    const grid = gridOf(known);
    const at = wanted === undefined || wanted === null ? (variables === undefined || variables === null ? null : gridOf(variables)) : gridOf(wanted);
    const result = (x: readonly number[]): Scalar => {
      const value = fit.intercept + dot(fit.slopes, x);
      return finite(isExponential ? Math.exp(value) : value);
    };
    if (at === null) return { height: grid.height, width: grid.width, cells: (samples.x[0] ?? []).map((x) => result([x])) };
    const cells = numbersIn(at);
    if (isSheetError(cells)) return cells;
    work.spend(cells.length * 2);
    if (fit.slopes.length === 1) return { height: at.height, width: at.width, cells: cells.map((x) => result([x])) };
    const lines = samples.isColumn ? at.height : at.width;
    const values = variablesIn(at, samples.isColumn, lines);
    if (isSheetError(values)) return values;
    if (values.length !== fit.slopes.length) return badRef;
    const results = Array.from({ length: lines }, (_, index) => result(values.map((numbers) => numbers[index] ?? 0)));
    return samples.isColumn ? { height: lines, width: 1, cells: results } : { height: 1, width: lines, cells: results };
  }); // prettier-ignore

export const regressionFunctions: readonly SheetFunction[] = [
  estimate('LINEST', false),
  estimate('LOGEST', true),
  predict('TREND', false),
  predict('GROWTH', true),
];
