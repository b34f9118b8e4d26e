/**
 * library: functions of finance, distributions and engineering from formulajs, with our own arguments and errors.
 *
 * Only numbers reach the library, as many as the function takes, and lists as plain arrays of numbers. A result that is not a
 * finite number becomes the error that it names, otherwise #NUM!. Exceptions are caught. Arguments up to which the library
 * counts are at most 10,000; those with which its time grows at most 1,000,000. Corrected here: ERF between two limits, and the
 * density of BETA.DIST on limits other than 0 and 1.
 */
import * as formulajs from '@formulajs/formulajs';

import { toBoolean, toNumber } from '../coerce.ts';
import {
  badNumber,
  badValue,
  type ErrorName,
  errorNames,
  errorValue,
  finite,
  gridOf,
  isSheetError,
  type Scalar,
  scalarOf,
} from '../value.ts';
import type { FormulaWork } from '../recalculation-budget.ts';
import { numbersOf, type SheetFunction, whole } from './define.ts';

type Library = { readonly [name: string]: Library & ((...args: unknown[]) => unknown) };

/**
 * `n` number, `c` a number that is counted up to, `d` one that the library's time grows with, `b` boolean, `l` a list;
 * those after `?` are optional.
 */
type Row = readonly [name: string, form: string];

const rows: readonly Row[] = [
  // Finance.
  ['PMT', 'nnn?nn'], ['PV', 'nnn?nn'], ['FV', 'nnn?nn'], ['NPER', 'nnn?nn'], ['RATE', 'nnn?nnn'], ['IPMT', 'nncn?nn'], ['PPMT', 'nncn?nn'],
  ['CUMIPMT', 'nnnccn'], ['CUMPRINC', 'nnnccn'], ['IRR', 'l?n'], ['MIRR', 'lnn'], ['XIRR', 'll?n'], ['XNPV', 'nll'], ['SLN', 'nnn'], ['SYD', 'nnnn'],
  ['DB', 'nncc?n'], ['DDB', 'nncc?n'], ['EFFECT', 'nn'], ['NOMINAL', 'nn'], ['RRI', 'nnn'], ['PDURATION', 'nnn'], ['ISPMT', 'nnnn'],
  ['FVSCHEDULE', 'nl'], ['DOLLARDE', 'nn'], ['DOLLARFR', 'nn'],
  // Distributions.
  ['NORM.DIST', 'nnnb'], ['NORM.INV', 'nnn'], ['NORM.S.DIST', 'nb'], ['NORM.S.INV', 'n'], ['LOGNORM.DIST', 'nnnb'], ['LOGNORM.INV', 'nnn'],
  ['BINOM.DIST', 'ccnb'], ['POISSON.DIST', 'cnb'], ['EXPON.DIST', 'nnb'], ['WEIBULL.DIST', 'nnnb'],
  ['CHISQ.DIST', 'ndb'], ['F.DIST', 'nnnb'], ['GAMMA.DIST', 'ndnb'], ['BETA.DIST', 'nnnb?nn'], ['CONFIDENCE.NORM', 'nnn'], 
  
  ['CHISQ.DIST.RT', 'nd'], ['CHISQ.INV', 'nd'], ['CHISQ.INV.RT', 'nd'], ['CHIDIST', 'nd'], ['CHIINV', 'nd'], 
  ['BINOM.INV', 'cnn'], ['NEGBINOM.DIST', 'ccnb'], ['HYPGEOM.DIST', 'ccccb'], ['GAMMA.INV', 'nnn'], ['BETA.INV', 'nnn?nn'],
  ['NORMDIST', 'nnnb'], ['NORMINV', 'nnn'], ['NORMSDIST', 'n'], ['NORMSINV', 'n'], ['LOGNORMDIST', 'nnn'], ['LOGINV', 'nnn'], ['BINOMDIST', 'ccnb'], ['POISSON', 'cnb'], ['EXPONDIST', 'nnb'], ['WEIBULL', 'nnnb'], ['GAMMADIST', 'ndnb'], ['CONFIDENCE', 'nnn'], ['CRITBINOM', 'cnn'],
  ['STANDARDIZE', 'nnn'], ['FISHER', 'n'], ['FISHERINV', 'n'], ['GAUSS', 'n'], ['PHI', 'n'],
  // Engineering.
  ['BITAND', 'nn'], ['BITOR', 'nn'], ['BITXOR', 'nn'], ['DELTA', 'n?n'], ['GESTEP', 'n?n'], ['ERF', 'n?n'], ['ERFC', 'n'],
  ['SEC', 'n'], ['CSC', 'n'], ['COT', 'n'], ['ACOT', 'n'], ['FACTDOUBLE', 'c'],
]; // prettier-ignore

/** Arguments that time grows with: their maximum, and the units (recalculation-budget.ts) per 1 of them. */
const growing: ReadonlyMap<string, { readonly most: number; readonly cost: number }> = new Map([
  ['c', { most: 10_000, cost: 8 }],
  ['d', { most: 1_000_000, cost: 0.3 }],
]);
/** Units of each call. */
const callCost = 80;

/** Former names of functions, with the arguments that those have in addition. */
const former: ReadonlyMap<string, { readonly name: string; readonly more: readonly unknown[] }> = new Map([
  ['NORMDIST', { name: 'NORM.DIST', more: [] }], ['NORMINV', { name: 'NORM.INV', more: [] }], ['NORMSDIST', { name: 'NORM.S.DIST', more: [true] }], ['NORMSINV', { name: 'NORM.S.INV', more: [] }],
  ['LOGNORMDIST', { name: 'LOGNORM.DIST', more: [true] }], ['LOGINV', { name: 'LOGNORM.INV', more: [] }], ['BINOMDIST', { name: 'BINOM.DIST', more: [] }], ['POISSON', { name: 'POISSON.DIST', more: [] }],
  ['EXPONDIST', { name: 'EXPON.DIST', more: [] }], ['WEIBULL', { name: 'WEIBULL.DIST', more: [] }], ['GAMMADIST', { name: 'GAMMA.DIST', more: [] }], ['CONFIDENCE', { name: 'CONFIDENCE.NORM', more: [] }],
  ['CRITBINOM', { name: 'BINOM.INV', more: [] }], ['CHIDIST', { name: 'CHISQ.DIST.RT', more: [] }], ['CHIINV', { name: 'CHISQ.INV.RT', more: [] }],
  
]); // prettier-ignore

export const libraryFunctions: readonly SheetFunction[] = rows.map(([name, form]) => wrapped(name, form));

function wrapped(name: string, form: string): SheetFunction {
  const [needed = '', optional = ''] = form.split('?');
  const kinds = Array.from(needed + optional);
  const takes = (index: number): string => kinds[index] ?? 'n';
  const run = functionNamed(name);
  const plain = (scalars: readonly Scalar[], lists: ReadonlyMap<number, readonly number[]>, work: FormulaWork): Scalar => {
    work.spend(callCost);
    const args: unknown[] = [];
    for (const [index, scalar] of scalars.entries()) {
      const list = lists.get(index);
      const value = list ?? (takes(index) === 'b' ? toBoolean(scalar) : toNumber(scalar));
      if (isSheetError(value)) return value;
      const grows = growing.get(takes(index));
      if (grows !== undefined && typeof value === 'number') {
        if (Math.abs(value) > grows.most) return badNumber;
        work.spend(Math.abs(value) * grows.cost);
      }
      args.push(value);
    }
    return resultOf(() => run(...args));
  };
  const signs = (part: string): string => part.replace(/[^l]/g, '1').replaceAll('l', '*');
  return whole(name, `${signs(needed)}?${signs(optional)}`, (args, context) => {
    const lists = new Map<number, readonly number[]>();
    for (const [index, arg] of args.entries()) {
      if (takes(index) !== 'l') continue;
      const numbers = numbersOf([arg]);
      if (!Array.isArray(numbers)) return numbers;
      // The library iterates over them up to a thousand times.
      context.work.spend(numbers.length * 200);
      if (numbers.length !== gridOf(arg).cells.length && kinds.filter((kind) => kind === 'l').length > 1) return badValue;
      lists.set(index, numbers);
    }
    return plain(args.map((arg, index) => (lists.has(index) ? null : scalarOf(arg))), lists, context.work); // prettier-ignore
  });
}

function functionNamed(name: string): (...args: unknown[]) => unknown {
  const before = former.get(name);
  if (before !== undefined) return (...args) => functionNamed(before.name)(...args, ...before.more);
  const run = libraryFunction(name);
  if (name === 'ERF') return (from, to) => (to === undefined ? run(from) : Number(run(to)) - Number(run(from)));
  if (name === 'BETA.DIST') return (...args) => (args[3] === true ? run(...args) : density(run(...args), args[4], args[5]));
  return run;
}

/** Corrections of library functions. */
const density = (value: unknown, low: unknown = 0, high: unknown = 1): unknown =>
  typeof value === 'number' ? value / (Number(high) - Number(low)) : value;

function libraryFunction(name: string): (...args: unknown[]) => unknown {
  // The library's members are looked up by name, as its types do not help here.
  let at = formulajs as unknown as Library[string];
  for (const part of name.split('.')) at = at[part] as Library[string];
  return at;
}

/** The result of a library call as a value: a finite number or an error. */
function resultOf(run: () => unknown): Scalar {
  let result: unknown;
  try {
    result = run();
  } catch {
    return badNumber;
  }
  if (typeof result === 'number') return finite(result);
  if (typeof result === 'boolean') return result;
  const name = result instanceof Error ? result.message : '';
  return (errorNames as readonly string[]).includes(name) ? errorValue(name as ErrorName) : badNumber;
}

const npv = whole('NPV', '1*?(*)', ([rate = null, ...flows]) => {
  const by = toNumber(scalarOf(rate));
  const numbers = numbersOf(flows);
  if (isSheetError(by)) return by;
  if (!Array.isArray(numbers)) return numbers;
  if (by === -1) return errorValue('#DIV/0!');
  // From the last payment to the first: a division for each, where powers of the rate take many times as long.
  return finite(numbers.reduceRight((total, flow) => (total + flow) / (1 + by), 0));
});

export const financeFunctions: readonly SheetFunction[] = [npv];
