/** logic: conditions, tests of values, and names for parts of a formula. */
import { compareScalars, toBoolean, toNumber } from '../coerce.ts';
import {
  badValue,
  type ErrorName,
  errorNames,
  type Grid,
  gridOf,
  isGrid,
  isSheetError,
  notAvailable,
  type Scalar,
  scalarOf,
  type Value,
} from '../value.ts';
import { type FormulaContext, lazy, lift, type SheetFunction, single, spread, type Thunk, whole } from './define.ts';

const isEqual = (a: Scalar, b: Scalar): boolean => !isSheetError(a) && !isSheetError(b) && compareScalars(a, b) === 0;

/**
 * A single value decides which argument is evaluated. A list of them picks from the arguments element by element, and both are
 * broadcast (SH24).
 */
function choose(value: Value, context: FormulaContext, pick: (scalar: Scalar) => Thunk | Scalar): Value {
  const evaluate = (choice: Thunk | Scalar): Value => (typeof choice === 'function' ? choice() : choice);
  if (!isGrid(value) || value.cells.length === 1) return evaluate(pick(scalarOf(value)));
  const results = new Map<Thunk | Scalar, Grid>();
  const picks = value.cells.map(pick);
  for (const choice of picks) if (!results.has(choice)) results.set(choice, gridOf(evaluate(choice)));
  const height = Math.max(value.height, ...Array.from(results.values(), (grid) => grid.height));
  const width = Math.max(value.width, ...Array.from(results.values(), (grid) => grid.width));
  context.work.spend(height * width);
  const cells: Scalar[] = [];
  const missing = gridOf(evaluate(pick(notAvailable)));
  for (let row = 0; row < height; row += 1) {
    for (let col = 0; col < width; col += 1) {
      const [r, c] = [value.height === 1 ? 0 : row, value.width === 1 ? 0 : col];
      const choice = r < value.height && c < value.width ? picks[r * value.width + c] : undefined;
      cells.push(spread((choice === undefined ? undefined : results.get(choice)) ?? missing, row, col));
    }
  }
  return { height, width, cells };
}

const ifFunction = lazy('IF', '1?11', ([test, then, otherwise], context) =>
  choose(test?.() ?? null, context, (scalar) => {
    const truth = toBoolean(scalar);
    if (isSheetError(truth)) return truth;
    return truth ? (then ?? true) : (otherwise ?? false);
  }),
);

const ifs = lazy('IFS', '11?(11)', (args, context) => {
  const from = (index: number): Value => {
    const [test, then] = [args[index], args[index + 1]];
    if (test === undefined || then === undefined) return test === undefined ? notAvailable : badValue;
    const rest: Thunk = () => from(index + 2);
    return choose(test(), context, (scalar) => {
      const truth = toBoolean(scalar);
      return isSheetError(truth) ? truth : truth ? then : rest;
    });
  };
  return from(0);
});

const rescue = (name: string, isCaught: (scalar: Scalar) => boolean): SheetFunction =>
  lazy(name, '11', ([tried, otherwise], context) => {
    const value = tried?.() ?? null;
    return choose(value, context, (scalar) => (isCaught(scalar) && otherwise !== undefined ? otherwise : scalar));
  });

const switchFunction = lazy('SWITCH', '111?(1)', ([asked, ...rest], context) => {
  const value = asked?.() ?? null;
  const from = (index: number): Value => {
    const [candidate, then] = [rest[index], rest[index + 1]];
    if (then === undefined) return candidate === undefined ? notAvailable : candidate();
    const matches = lift([value, candidate?.() ?? null], context, 2, ([one = null, other = null]) =>
      isSheetError(one) ? one : isEqual(one, other),
    );
    const others: Thunk = () => from(index + 2);
    return choose(matches, context, (matched) => (isSheetError(matched) ? matched : matched === true ? then : others));
  };
  return from(0);
});

const chooseFunction = lazy('CHOOSE', '11?(1)', ([asked, ...rest], context) =>
  choose(asked?.() ?? null, context, (scalar) => {
    const index = toNumber(scalar);
    if (isSheetError(index)) return index;
    return rest[Math.trunc(index) - 1] ?? badValue;
  }),
);

/** Booleans among all arguments; text in ranges does not count. */
function truths(args: readonly Value[]): boolean[] | Scalar {
  const found: boolean[] = [];
  for (const arg of args) {
    for (const value of gridOf(arg).cells) {
      if (isGrid(arg) && (typeof value === 'string' || value === null)) continue;
      const truth = toBoolean(value);
      if (isSheetError(truth)) return truth;
      found.push(truth);
    }
  }
  return found.length === 0 ? badValue : found;
}

const junction = (name: string, fn: (truths: boolean[]) => boolean): SheetFunction =>
  whole(name, '*?(*)', (args) => {
    const found = truths(args);
    return Array.isArray(found) ? fn(found) : found;
  });

const asks = (name: string, test: (value: Scalar) => Scalar): SheetFunction => single(name, 'e', test);
const numberTest = (name: string, test: (value: number) => boolean): SheetFunction =>
  single(name, 'e', (value) => {
    if (typeof value === 'boolean') return badValue;
    const number = toNumber(value);
    return isSheetError(number) ? number : test(Math.trunc(number));
  });

const errorNumbers: ReadonlyMap<ErrorName, number> = new Map(errorNames.map((name, index) => [name, index + 1]));

export const logicFunctions: readonly SheetFunction[] = [
  ifFunction, ifs, switchFunction, chooseFunction,
  rescue('IFERROR', isSheetError), rescue('IFNA', (scalar) => scalar === notAvailable),
  junction('AND', (all) => all.every(Boolean)), junction('OR', (all) => all.some(Boolean)),
  junction('XOR', (all) => all.filter(Boolean).length % 2 === 1),
  single('NOT', 'b', (value) => !value), whole('TRUE', '', () => true), whole('FALSE', '', () => false),
  whole('NA', '', () => notAvailable),
  asks('ISBLANK', (value) => value === null), asks('ISERROR', isSheetError),
  asks('ISERR', (value) => isSheetError(value) && value !== notAvailable), asks('ISNA', (value) => value === notAvailable),
  asks('ISNUMBER', (value) => typeof value === 'number'), asks('ISTEXT', (value) => typeof value === 'string'),
  asks('ISNONTEXT', (value) => typeof value !== 'string'), asks('ISLOGICAL', (value) => typeof value === 'boolean'),
  numberTest('ISEVEN', (value) => value % 2 === 0), numberTest('ISODD', (value) => value % 2 !== 0),
  asks('N', (value) => (typeof value === 'string' ? 0 : toNumber(value))),
  asks('T', (value) => (typeof value === 'string' || isSheetError(value) ? value : '')),
  asks('ERROR.TYPE', (value) => (isSheetError(value) ? (errorNumbers.get(value.e) ?? notAvailable) : notAvailable)),
  whole('TYPE', '*', ([value = null]) =>
    isGrid(value) ? (value.cells.length === 1 ? typeOf(value.cells[0] ?? null) : 64) : typeOf(value)),
]; // prettier-ignore

const typeOf = (value: Scalar): number =>
  isSheetError(value) ? 16 : typeof value === 'string' ? 2 : typeof value === 'boolean' ? 4 : 1;
