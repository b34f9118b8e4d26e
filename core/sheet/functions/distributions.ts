/**
 * distributions: Student's t and F distributions, their inverses and tests, and the gamma function, to about 14 digits.
 *
 * The incomplete beta function is a continued fraction (Lentz); the gamma function is Lanczos' approximation with g = 607/128.
 * Inverses are bisected.
 */
import { toNumber } from '../coerce.ts';
import { badNumber, badValue, divZero, finite, gridOf, isSheetError, notAvailable, type Scalar, scalarOf, type SheetError, type Value } from '../value.ts'; // prettier-ignore
import { direct, numbersOf, type SheetFunction, single } from './define.ts';

const lanczos = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202, 3.399464998481189e-05, 4.652362892704858e-05, -9.837447530487956e-05,
  0.0001580887032249125, -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639, 8.441822398385275e-05, -2.6190838401581408e-05, 3.6899182659531625e-06,
]; // prettier-ignore

/** The logarithm of the gamma function, for positive numbers. */
function logGamma(x: number): number {
  const base = x + 607 / 128 + 0.5;
  const series = lanczos.reduce((sum, factor, at) => (at === 0 ? factor : sum + factor / (x + at)), 0);
  return (x + 0.5) * Math.log(base) - base + Math.log((Math.sqrt(2 * Math.PI) * series) / x);
}

function gamma(x: number): Scalar {
  if (x === 0 || (x < 0 && Number.isInteger(x))) return badNumber;
  if (Number.isInteger(x) && x < 171) {
    let product = 1;
    for (let factor = 2; factor < x; factor += 1) product *= factor;
    return product;
  }
  return x < 0.5 ? finite(Math.PI / (Math.sin(Math.PI * x) * Math.exp(logGamma(1 - x)))) : finite(Math.exp(logGamma(x)));
}

/** The regularized incomplete beta function. */
function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The continued fraction converges quickly on this side.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  let [c, d] = [1, 1 - ((a + b) * x) / (a + 1)];
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let fraction = d;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** The probability of a value at least this far from 0. */
const bothTails = (t: number, freedom: number): number => betaShare(freedom / (freedom + t * t), freedom / 2, 0.5);
const upperT = (t: number, freedom: number): number => (t >= 0 ? bothTails(t, freedom) / 2 : 1 - bothTails(t, freedom) / 2);
const densityT = (t: number, freedom: number): number =>
  Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2)) /
  Math.sqrt(freedom * Math.PI) /
  (1 + (t * t) / freedom) ** ((freedom + 1) / 2);
const upperF = (f: number, first: number, second: number): number => (f <= 0 ? 1 : betaShare(second / (second + first * f), second / 2, first / 2)); // prettier-ignore

/** Where a falling function reaches a value, among positive numbers. */
function fallingTo(value: number, fn: (x: number) => number): Scalar {
  let [low, high] = [0, 1];
  while (fn(high) > value) {
    [low, high] = [high, high * 2];
    if (high > 1e300) return badNumber;
  }
  for (let step = 0; step < 200 && high - low > high * 1e-16; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (fn(middle) > value) low = middle;
    else high = middle;
  }
  return finite((low + high) / 2);
}

const isFreedom = (...degrees: readonly number[]): boolean => degrees.every((one) => one >= 1 && one <= 1e10);
const inverseBothTails = (p: number, freedom: number): Scalar =>
  p <= 0 || p > 1 || !isFreedom(Math.trunc(freedom)) ? badNumber : fallingTo(p, (t) => bothTails(t, Math.trunc(freedom)));
function inverseT(p: number, freedom: number): Scalar {
  if (p <= 0 || p >= 1) return badNumber;
  const found = inverseBothTails(2 * Math.min(p, 1 - p), freedom);
  return typeof found === 'number' && p < 0.5 ? -found : found;
}
const inverseUpperF = (p: number, first: number, second: number): Scalar => {
  const [a, b] = [Math.trunc(first), Math.trunc(second)];
  if (p < 0 || p > 1 || !isFreedom(a, b) || p === 0) return badNumber;
  return p === 1 ? 0 : fallingTo(p, (f) => upperF(f, a, b));
};

type Sample = { readonly numbers: readonly number[]; readonly mean: number; readonly variance: number };

function sampleOf(value: Value): Sample | SheetError {
  const numbers = numbersOf([gridOf(value)]);
  if (!Array.isArray(numbers)) return isSheetError(numbers) ? numbers : badValue;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
  return numbers.length < 2 ? divZero : { numbers, mean, variance: squares / (numbers.length - 1) };
}

const tTest = (name: string): SheetFunction =>
  direct(name, '**11', ([first = null, second = null, tailed = null, kind = null], { work }) => {
    const [tails, type] = [toNumber(scalarOf(tailed)), toNumber(scalarOf(kind))];
    if (isSheetError(tails)) return tails;
    if (isSheetError(type)) return type;
    if (![1, 2].includes(Math.trunc(tails)) || ![1, 2, 3].includes(Math.trunc(type))) return badNumber;
    work.spend(gridOf(first).cells.length + gridOf(second).cells.length + 400);
    const probability = (t: number, freedom: number): Scalar => finite((bothTails(t, freedom) * Math.trunc(tails)) / 2);
    if (Math.trunc(type) === 1) {
      const [a, b] = [gridOf(first).cells, gridOf(second).cells];
      if (a.length !== b.length) return notAvailable;
      const differences = a.flatMap((cell, at) => {
        const other = b[at];
        return typeof cell === 'number' && typeof other === 'number' ? [cell - other] : [];
      });
      const paired = sampleOf({ height: differences.length, width: 1, cells: differences });
      if (isSheetError(paired)) return paired;
      return paired.variance === 0 ? divZero : probability(paired.mean / Math.sqrt(paired.variance / differences.length), differences.length - 1);
    }
    const [x, y] = [sampleOf(first), sampleOf(second)];
    if (isSheetError(x)) return x;
    if (isSheetError(y)) return y;
    const [n, m] = [x.numbers.length, y.numbers.length];
    if (x.variance + y.variance === 0) return divZero;
    if (Math.trunc(type) === 2) {
      const pooled = (x.variance * (n - 1) + y.variance * (m - 1)) / (n + m - 2);
      return probability((x.mean - y.mean) / Math.sqrt(pooled * (1 / n + 1 / m)), n + m - 2);
    }
    const [a, b] = [x.variance / n, y.variance / m];
    return probability((x.mean - y.mean) / Math.sqrt(a + b), (a + b) ** 2 / (a ** 2 / (n - 1) + b ** 2 / (m - 1)));
  }); // prettier-ignore

const fTest = direct('F.TEST', '**', ([first = null, second = null], { work }) => {
  work.spend(gridOf(first).cells.length + gridOf(second).cells.length + 400);
  const [x, y] = [sampleOf(first), sampleOf(second)];
  if (isSheetError(x)) return x;
  if (isSheetError(y)) return y;
  if (x.variance === 0 || y.variance === 0) return divZero;
  const upper = upperF(x.variance / y.variance, x.numbers.length - 1, y.numbers.length - 1);
  return 2 * Math.min(upper, 1 - upper);
});

/** Units (recalculation-budget.ts): a value, and an inverse. */
const cost = { value: 200, inverse: 8_000 };

const valued = (name: string, form: 'nn' | 'nnn', fn: (x: number, a: number, b: number) => Scalar, units = cost.value): SheetFunction =>
  form === 'nn'
    ? single(name, 'nn', (x, a, context) => (context.work.spend(units), fn(x, a, 0)))
    : single(name, 'nnn', (x, a, b, context) => (context.work.spend(units), fn(x, a, b))); // prettier-ignore

const upperOfT = (x: number, freedom: number): Scalar => (isFreedom(freedom) ? upperT(x, Math.trunc(freedom)) : badNumber);
const upperOfF = (x: number, a: number, b: number): Scalar =>
  x < 0 || !isFreedom(a, b) ? badNumber : upperF(x, Math.trunc(a), Math.trunc(b));

export const distributionFunctions: readonly SheetFunction[] = [
  single('GAMMA', 'n', gamma), single('GAMMALN', 'n', (x) => (x <= 0 ? badNumber : logGamma(x))),
  single('T.DIST', 'nnb', (x, freedom, cumulative, { work }) => {
    work.spend(cost.value);
    if (!isFreedom(freedom)) return badNumber;
    return cumulative ? upperT(-x, Math.trunc(freedom)) : densityT(x, Math.trunc(freedom));
  }),
  valued('T.DIST.2T', 'nn', (x, freedom) => (x < 0 || !isFreedom(freedom) ? badNumber : bothTails(x, Math.trunc(freedom)))), valued('T.DIST.RT', 'nn', upperOfT),
  valued('TDIST', 'nnn', (x, freedom, tails) => {
    if (x < 0 || !isFreedom(freedom) || ![1, 2].includes(Math.trunc(tails))) return badNumber;
    return (bothTails(x, Math.trunc(freedom)) * Math.trunc(tails)) / 2;
  }),
  valued('T.INV', 'nn', inverseT, cost.inverse), valued('T.INV.2T', 'nn', inverseBothTails, cost.inverse), valued('TINV', 'nn', inverseBothTails, cost.inverse),
  valued('F.DIST.RT', 'nnn', upperOfF), valued('FDIST', 'nnn', upperOfF),
  valued('F.INV', 'nnn', (p, a, b) => (p >= 1 ? badNumber : inverseUpperF(1 - p, a, b)), cost.inverse), valued('F.INV.RT', 'nnn', inverseUpperF, cost.inverse), valued('FINV', 'nnn', inverseUpperF, cost.inverse),
  single('CONFIDENCE.T', 'nnn', (alpha, deviation, size, { work }) => {
    work.spend(cost.inverse);
    const count = Math.trunc(size);
    if (alpha <= 0 || alpha >= 1 || deviation <= 0 || count < 1) return badNumber;
    const t = count === 1 ? divZero : inverseBothTails(alpha, count - 1);
    return typeof t === 'number' ? (t * deviation) / Math.sqrt(count) : t;
  }),
  tTest('T.TEST'), tTest('TTEST'), fTest,
]; // prettier-ignore
