/** operators: the binary and unary operators; on ranges and lists they apply element by element. */
import { compareNumbers, compareScalars, toNumber, toText } from './coerce.ts';
import { spread } from './functions/define.ts';
import { power } from './functions/math.ts';
import { divZero, finite, type Grid, gridOf, isGrid, isSheetError, type Scalar, scalarOf, type Value } from './value.ts';
import type { FormulaWork, Steps } from './recalculation-budget.ts';

type Operation = (a: Scalar, b: Scalar, work: FormulaWork) => Scalar;

export function binary(operator: string, left: Value, right: Value, work: FormulaWork): Value {
  const operation = operations.get(operator) ?? exponentiation;
  const isList = (isGrid(left) && left.cells.length !== 1) || (isGrid(right) && right.cells.length !== 1);
  if (!isList) return operation(scalarOf(left), scalarOf(right), work);
  const [a, b] = [gridOf(left), gridOf(right)];
  const [height, width] = [Math.max(a.height, b.height), Math.max(a.width, b.width)];
  work.charge(height * width * cost.pair);
  return work.loop(() => pairs(operation, a, b, { height, width }, work));
}

/** Units (recalculation-budget.ts) for each pair of a list, and for comparing text or parsing a number in it. */
const cost = { pair: 0.5, compared: 2, read: 10 };
const textCost = (value: Scalar, each: number): number => (typeof value === 'string' ? each + value.length / 8 : 0);

function* pairs(
  operation: Operation,
  a: Grid,
  b: Grid,
  { height, width }: { readonly height: number; readonly width: number },
  work: FormulaWork,
): Steps<Grid> {
  const cells: Scalar[] = [];
  const length = height * width;
  const [stepA, stepB] = [strideOf(a, length), strideOf(b, length)];
  const isEven = stepA !== null && stepB !== null;
  for (let at = 0; at < length;) {
    let units = 0;
    const before = work.done;
    for (; at < length && units + work.done - before < work.piece; at += 1) {
      units += cost.pair;
      if (isEven) cells.push(operation(a.cells[at * stepA] ?? null, b.cells[at * stepB] ?? null, work));
      else {
        const row = Math.floor(at / width);
        cells.push(operation(spread(a, row, at - row * width), spread(b, row, at - row * width), work));
      }
    }
    yield units;
  }
  return { height, width, cells };
}

/** Distance in a grid between the values of neighboring positions; null if it is broadcast along one axis, or incomplete. */
const strideOf = ({ cells }: Grid, length: number): number | null =>
  cells.length === 1 ? 0 : cells.length === length ? 1 : null;

const comparison =
  (holds: (order: number) => boolean): Operation =>
  (a, b, work) => {
    if (typeof a === 'number' && typeof b === 'number') return holds(compareNumbers(a, b));
    if (isSheetError(a)) return a;
    if (isSheetError(b)) return b;
    if (typeof a === 'string' || typeof b === 'string') work.spend(textCost(a, cost.compared) + textCost(b, cost.compared));
    return holds(compareScalars(a, b));
  };

const arithmetic =
  (fn: (x: number, y: number) => Scalar): Operation =>
  (a, b, work) => {
    if (typeof a === 'number' && typeof b === 'number') return fn(a, b);
    if (isSheetError(a)) return a;
    if (isSheetError(b)) return b;
    if (typeof a === 'string' || typeof b === 'string') work.spend(textCost(a, cost.read) + textCost(b, cost.read));
    const x = toNumber(a);
    const y = toNumber(b);
    return isSheetError(x) ? x : isSheetError(y) ? y : fn(x, y);
  };

const concatenation: Operation = (a, b, work) => {
  if (isSheetError(a)) return a;
  if (isSheetError(b)) return b;
  const x = toText(a);
  const y = toText(b);
  if (isSheetError(x)) return x;
  if (isSheetError(y)) return y;
  work.text(x.length + y.length);
  return x + y;
};

/** A difference that consists only of binary rounding (0.3-0.1-0.2) is 0. */
const nearZero = (result: number, x: number): Scalar =>
  result !== 0 && Math.abs(result) < Math.abs(x) * 2 ** -50 ? 0 : finite(result);

const exponentiation = arithmetic(power);

const operations: ReadonlyMap<string, Operation> = new Map([
  ['=', comparison((order) => order === 0)],
  ['<>', comparison((order) => order !== 0)],
  ['<', comparison((order) => order < 0)],
  ['>', comparison((order) => order > 0)],
  ['<=', comparison((order) => order <= 0)],
  ['>=', comparison((order) => order >= 0)],
  ['&', concatenation],
  ['+', arithmetic((x, y) => nearZero(x + y, x))],
  ['-', arithmetic((x, y) => nearZero(x - y, x))],
  ['*', arithmetic((x, y) => finite(x * y))],
  ['/', arithmetic((x, y) => (y === 0 ? divZero : finite(x / y)))],
  ['^', exponentiation],
]);
