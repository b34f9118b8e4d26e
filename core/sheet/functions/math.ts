/** math: arithmetic, rounding, trigonometry and sums of products. */
import { numberKey, toNumber } from '../coerce.ts';
import {
  badNumber,
  badValue,
  divZero,
  finite,
  type Grid,
  gridOf,
  isSheetError,
  type Scalar,
  scalarOf,
  type Value,
} from '../value.ts';
import type { Steps } from '../recalculation-budget.ts';
import { direct, errorIn, numbersOf, numeric, type SheetFunction, single, whole } from './define.ts';

const one = (name: string, fn: (x: number) => Scalar): SheetFunction => single(name, 'n', fn);
const defined = (test: boolean, value: () => number): Scalar => (test ? finite(value()) : badNumber);

/** Rounds half away from zero, based on the decimal digits of the number. */
export function roundTo(value: number, digits: number, how: (x: number) => number = Math.round): number {
  const places = Math.max(-308, Math.min(308, Math.trunc(digits)));
  const size = Math.abs(value);
  if (places > 15 || size === 0) return value;
  const quick = places < 0 ? null : quickly(size, 10 ** places, how);
  if (quick !== null) return Math.sign(value) * quick;
  const shifted = Number(
    `${exact(size)}e${places}`.replace(/e([+-]?\d+)e([+-]?\d+)$/, (_, a: string, b: string) => `e${Number(a) + Number(b)}`),
  );
  const rounded = Math.sign(value) * how(shifted);
  return Number(
    `${rounded}e${-places}`.replace(/e([+-]?\d+)e([+-]?\d+)$/, (_, a: string, b: string) => `e${Number(a) + Number(b)}`),
  );
}

/** The same without digits; null if the digits might matter: near the middle of a step, or near its ends. */
function quickly(size: number, factor: number, how: (x: number) => number): number | null {
  const shifted = size * factor;
  if (shifted > 1e9) return null;
  const part = shifted - Math.floor(shifted);
  const isClear = how === Math.round ? Math.abs(part - 0.5) > 1e-5 : part > 1e-5 && part < 1 - 1e-5;
  return isClear ? how(shifted) / factor : null;
}
const exact = (size: number): string => String(numberKey(size));

function multipleOf(value: number, step: number, how: (x: number) => number): Scalar {
  if (step === 0) return 0;
  return finite(numberKey(how(numberKey(value / step)) * step));
}

const divide = (a: number, b: number): Scalar => (b === 0 ? divZero : finite(a / b));

function factorial(n: number): Scalar {
  if (n < 0) return badNumber;
  let product = 1;
  for (let factor = 2; factor <= Math.min(171, Math.floor(n)); factor += 1) product *= factor;
  return finite(product);
}

function combinations(n: number, k: number): Scalar {
  const [of, take] = [Math.trunc(n), Math.trunc(k)];
  if (take < 0 || of < take) return badNumber;
  let result = 1;
  const steps = Math.min(take, of - take);
  for (let step = 1; step <= steps && result < Infinity && step < 10_000; step += 1)
    result = (result * (of - steps + step)) / step;
  return finite(steps >= 10_000 ? Infinity : Math.round(result));
}

function gcd(numbers: readonly number[]): Scalar {
  if (numbers.some((n) => n < 0 || n > 2 ** 53)) return badNumber;
  return numbers.map(Math.trunc).reduce((a, b) => { while (b !== 0) [a, b] = [b, a % b]; return a; }, 0); // prettier-ignore
}

function lcm(numbers: readonly number[]): Scalar {
  let result = 1;
  for (const number of numbers.map(Math.trunc)) {
    const common = gcd([result, number]);
    if (typeof common !== 'number') return common;
    if (number === 0) return 0;
    result = (result / common) * number;
  }
  return finite(result);
}

/** Sums the results of a row-by-row function of grids of one size; text counts as 0. */
function paired(name: string, fn: (x: number, y: number) => number): SheetFunction {
  return whole(name, '**', (args, { work }) => {
    const wrong = errorIn(args);
    if (wrong !== null) return wrong;
    const [x, y] = args.map(gridOf);
    if (x === undefined || y === undefined || x.cells.length !== y.cells.length) return badValue;
    work.spend(x.cells.length);
    let sum = 0;
    for (const [index, a] of x.cells.entries()) {
      const b = y.cells[index];
      if (typeof a === 'number' && typeof b === 'number') sum += fn(a, b);
    }
    return sum;
  });
}

/** Units (recalculation-budget.ts) for each cell of each list. */
const productCost = 0.3;

const sumproduct = direct('SUMPRODUCT', '*?(*)', (args, { work }) => {
  const grids = args.map(gridOf);
  const cells = grids.reduce((count, grid) => count + grid.cells.length, 0);
  work.charge(cells * productCost);
  const wrong = errorIn(args);
  if (wrong !== null) return wrong;
  const [first] = grids;
  if (first === undefined || grids.some((grid) => grid.height !== first.height || grid.width !== first.width)) return badValue;
  return finite(work.loop(() => sumOfProducts(grids.map((grid) => grid.cells), first.cells.length))); // prettier-ignore
});

function* sumOfProducts(lists: readonly (readonly Scalar[])[], length: number): Steps<number> {
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    let product = 1;
    for (const cells of lists) {
      const value = cells[index];
      // A boolean counts only if it was computed from cells, as in (A1:A3>1)*1.
      product *= typeof value === 'number' ? value : 0;
    }
    sum += product;
    if (index % piece === piece - 1) yield piece * lists.length * productCost;
  }
  return sum;
}
const piece = 4_096;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const squares = (numbers: readonly number[]): number => {
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((number) => (number - mean) ** 2));
};

/** Aggregates by their code in SUBTOTAL and AGGREGATE. */
export const subtotalOf: ReadonlyMap<number, (numbers: number[], filled: number) => Scalar> = new Map<
  number,
  (numbers: number[], filled: number) => Scalar
>([
  [1, (numbers) => divide(sum(numbers), numbers.length)],
  [2, (numbers) => numbers.length],
  [3, (_, filled) => filled],
  [4, (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0)],
  [5, (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0)],
  [6, (numbers) => numbers.reduce((a, b) => a * b, 1)],
  [7, (numbers) => (numbers.length < 2 ? divZero : Math.sqrt(squares(numbers) / (numbers.length - 1)))],
  [8, (numbers) => (numbers.length < 1 ? divZero : Math.sqrt(squares(numbers) / numbers.length))],
  [9, sum],
  [10, (numbers) => (numbers.length < 2 ? divZero : squares(numbers) / (numbers.length - 1))],
  [11, (numbers) => (numbers.length < 1 ? divZero : squares(numbers) / numbers.length)],
]);

const subtotal = whole('SUBTOTAL', '1*?(*)', ([kind, ...ranges]) => {
  const code = toNumber(scalarOf(kind ?? null));
  const fn = typeof code === 'number' ? subtotalOf.get(code > 100 ? code - 100 : code) : undefined;
  if (fn === undefined) return badValue;
  const numbers = numbersOf(ranges);
  if (!Array.isArray(numbers)) return numbers;
  return fn(
    numbers,
    ranges.reduce<number>((count, range) => count + gridOf(range).cells.filter((cell) => cell !== null).length, 0),
  );
});

const sequence = whole('SEQUENCE', '1?111', (args, { work }) => {
  const read = args.map((arg) => (arg === null ? 1 : toNumber(scalarOf(arg))));
  const wrong = read.find(isSheetError);
  if (wrong !== undefined) return wrong;
  const [height = 1, width = 1, start = 1, step = 1] = read as number[];
  if (height < 1 || width < 1) return badValue;
  const [rows, cols] = [Math.trunc(height), Math.trunc(width)];
  work.spend(rows * cols);
  return { height: rows, width: cols, cells: Array.from({ length: rows * cols }, (_, index): Scalar => start + index * step) };
});

const mmult = whole('MMULT', '**', (args, { work }): Value => {
  const [a, b] = args.map(gridOf);
  if (a === undefined || b === undefined || a.width !== b.height) return badValue;
  if ([...a.cells, ...b.cells].some((cell) => typeof cell !== 'number')) return errorIn(args) ?? badValue;
  work.charge(a.height * a.width * b.width);
  return work.loop(() => matrixProduct(a, b));
});

function* matrixProduct(a: Grid, b: Grid): Steps<Grid> {
  const cells: Scalar[] = [];
  for (let row = 0; row < a.height; row += 1) {
    for (let col = 0; col < b.width; col += 1) {
      let total = 0;
      for (let at = 0; at < a.width; at += 1) total += Number(a.cells[row * a.width + at]) * Number(b.cells[at * b.width + col]);
      cells.push(finite(total));
      yield a.width;
    }
  }
  return { height: a.height, width: b.width, cells };
}

export const mathFunctions: readonly SheetFunction[] = [
  numeric('SUM', sum),
  numeric('PRODUCT', (numbers) => (numbers.length === 0 ? 0 : numbers.reduce((a, b) => a * b, 1))),
  numeric('SUMSQ', (numbers) => sum(numbers.map((number) => number * number))),
  sumproduct, subtotal, sequence, mmult,
  paired('SUMX2MY2', (x, y) => x * x - y * y), paired('SUMX2PY2', (x, y) => x * x + y * y), paired('SUMXMY2', (x, y) => (x - y) ** 2),
  one('ABS', Math.abs), one('SIGN', Math.sign), one('INT', (x) => Math.floor(numberKey(x))), one('EXP', Math.exp),
  one('SQRT', (x) => defined(x >= 0, () => Math.sqrt(x))), one('SQRTPI', (x) => defined(x >= 0, () => Math.sqrt(x * Math.PI))),
  one('LN', (x) => defined(x > 0, () => Math.log(x))), one('LOG10', (x) => defined(x > 0, () => Math.log10(x))),
  single('LOG', 'n?n', (x, base = 10) => (base === 1 ? divZero : defined(x > 0 && base > 0, () => (base === 10 ? Math.log10(x) : Math.log(x) / Math.log(base))))),
  single('POWER', 'nn', power), single('MOD', 'nn', (a, b) => (b === 0 ? divZero : finite(numberKey(a - b * Math.floor(numberKey(a / b)))))),
  single('QUOTIENT', 'nn', (a, b) => (b === 0 ? divZero : Math.trunc(a / b))),
  single('ROUND', 'n?n', (x, digits = 0) => roundTo(x, digits)),
  single('ROUNDUP', 'n?n', (x, digits = 0) => roundTo(x, digits, Math.ceil)),
  single('ROUNDDOWN', 'n?n', (x, digits = 0) => roundTo(x, digits, Math.floor)),
  single('TRUNC', 'n?n', (x, digits = 0) => roundTo(x, digits, Math.floor)),
  single('MROUND', 'nn', (x, step) => (x * step < 0 ? badNumber : multipleOf(x, step, Math.round))),
  single('CEILING', 'n?n', (x, step = 1) => (x > 0 && step < 0 ? badNumber : multipleOf(x, step, Math.ceil))),
  single('FLOOR', 'n?n', (x, step = 1) => (step === 0 ? (x === 0 ? 0 : divZero) : x > 0 && step < 0 ? badNumber : multipleOf(x, step, Math.floor))),
  single('CEILING.MATH', 'n?nn', (x, step = 1, mode = 0) => multipleOf(x, Math.abs(step), x < 0 && mode !== 0 ? Math.floor : Math.ceil)),
  single('FLOOR.MATH', 'n?nn', (x, step = 1, mode = 0) => multipleOf(x, Math.abs(step), x < 0 && mode !== 0 ? Math.ceil : Math.floor)),
  one('EVEN', (x) => Math.sign(x) * Math.ceil(Math.abs(x) / 2) * 2),
  one('ODD', (x) => (x < 0 ? -1 : 1) * (Math.ceil((Math.abs(x) + 1) / 2) * 2 - 1)),
  one('FACT', factorial), single('COMBIN', 'nn', combinations),
  single('COMBINA', 'nn', (n, k) => (n < k || k < 0 ? badNumber : combinations(Math.trunc(n) + Math.trunc(k) - 1, Math.trunc(k)))),
  single('PERMUT', 'nn', (n, k) => {
    const [of, take] = [Math.trunc(n), Math.trunc(k)];
    if (of < 0 || take < 0 || of < take) return badNumber;
    let product = 1;
    for (let step = 0; step < take && product < Infinity; step += 1) product *= of - step;
    return finite(product);
  }),
  numeric('GCD', gcd), numeric('LCM', lcm),
  whole('PI', '', () => Math.PI),
  one('SIN', Math.sin), one('COS', Math.cos), one('TAN', Math.tan), one('ATAN', Math.atan),
  one('ASIN', (x) => defined(Math.abs(x) <= 1, () => Math.asin(x))), one('ACOS', (x) => defined(Math.abs(x) <= 1, () => Math.acos(x))),
  single('ATAN2', 'nn', (x, y) => (x === 0 && y === 0 ? divZero : Math.atan2(y, x))),
  one('SINH', Math.sinh), one('COSH', Math.cosh), one('TANH', Math.tanh), one('ASINH', Math.asinh),
  one('ACOSH', (x) => defined(x >= 1, () => Math.acosh(x))), one('ATANH', (x) => defined(Math.abs(x) < 1, () => Math.atanh(x))),
  one('DEGREES', (x) => (x * 180) / Math.PI), one('RADIANS', (x) => (x * Math.PI) / 180),
  { ...whole('RAND', '', (_, { random }) => random()), volatile: true },
  { ...single('RANDBETWEEN', 'nn', (low, high, context) => {
      const [least, most] = [Math.ceil(low), Math.floor(high)];
      return most < least ? badNumber : least + Math.floor(context.random() * (most - least + 1));
    }), volatile: true },
]; // prettier-ignore

export function power(base: number, exponent: number): Scalar {
  if (base === 0 && exponent === 0) return badNumber;
  if (base === 0 && exponent < 0) return divZero;
  return finite(base ** exponent);
}
