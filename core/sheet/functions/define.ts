/**
 * define: how a spreadsheet function is written down: what its arguments are, and what it makes of them.
 *
 * D1  Functions of single values given a range or list work on each of its values; ranges of different sizes are widened
 *     from one row, one column or one value, and the places that one of them lacks are #N/A.
 * D2  The first argument that is an error is the result, but for functions that look at errors.
 * D3  An argument left out between commas is an empty cell.
 */
import { toBoolean, toNumber, toText } from '../coerce.ts';
import {
  badValue,
  finite,
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

/** What a formula may know beside its arguments. Times in ms. */
export type FormulaContext = {
  readonly work: FormulaWork;
  readonly now: number;
  readonly random: () => number;
  /** Where the formula stands, from 0. */
  readonly place: { readonly row: number; readonly col: number };
};

export type Thunk = () => Value;

export type SheetFunction = {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Its value changes though nothing that it reads does. */
  readonly volatile?: boolean;
  /** Its value changes when what it names, or the formula, stands elsewhere. */
  readonly placed?: boolean;
  /** Arguments are worked out when they are asked for. */
  call(args: readonly Thunk[], context: FormulaContext): Value;
};

type ParameterOf<K extends string> = K extends 'n' ? number : K extends 't' ? string : K extends 'b' ? boolean : Scalar;
type Parameters<S extends string> = S extends `?${infer Rest}`
  ? OptionalParameters<Rest>
  : S extends `${infer K}${infer Rest}`
    ? [ParameterOf<K>, ...Parameters<Rest>]
    : [];
type OptionalParameters<S extends string> = S extends `${infer K}${infer Rest}`
  ? [ParameterOf<K>?, ...OptionalParameters<Rest>]
  : [];

/**
 * [D1] [D2] A function of single values. `form`: a letter for each argument: n number, t text, b truth value, a any value but
 * errors, e any value; those after `?` may be left out.
 */
export function single<const S extends string>(
  name: string,
  form: S,
  fn: (...args: [...Parameters<S>, ...rest: FormulaContext[]]) => Scalar,
): SheetFunction {
  const [needed = '', optional = ''] = form.split('?');
  const kinds = Array.from(needed + optional);
  const call = fn as unknown as (...args: unknown[]) => Scalar;
  return {
    name,
    min: needed.length,
    max: kinds.length,
    call(args, context) {
      const values = args.map((arg) => arg());
      return lift(values, context, cost.call, (scalars) => {
        const read: unknown[] = [];
        for (let index = 0; index < scalars.length; index += 1) {
          const scalar = scalars[index] ?? null;
          const one = readAs(kinds[index] ?? 'a', scalar);
          if (isSheetError(one) && kinds[index] !== 'e') return one;
          if (typeof scalar === 'string') context.work.spend(scalar.length / 8);
          read.push(one);
        }
        while (read.length < kinds.length) read.push(undefined);
        const result = call(...read, context);
        return typeof result === 'number' ? finite(result) : result;
      });
    },
  };
}

/** What a function costs for each value of a list: units, see recalculation-budget.ts. */
const cost = { call: 25 };

/** A function that takes its arguments as they are; errors among them are its business. `each`: units for each of their cells. */
export const whole = (
  name: string,
  [min, max]: readonly [number, number],
  fn: (args: readonly Value[], context: FormulaContext) => Value,
  each = 0.25,
): SheetFunction => ({
  name,
  min,
  max,
  call(args, context) {
    const values = args.map((arg) => arg());
    for (const value of values) if (isGrid(value)) context.work.spend(value.cells.length * each);
    const made = fn(values, context);
    return typeof made === 'number' ? finite(made) : made;
  },
});

/** The same for a function that does not go over the cells of its arguments, or counts that itself. */
export const direct: (
  ...form: [string, readonly [number, number], (args: readonly Value[], context: FormulaContext) => Value]
) => SheetFunction = (name, counts, fn) => whole(name, counts, fn, 0);

/** A function that works its arguments out one by one. */
export const lazy = (name: string, [min, max]: readonly [number, number], call: SheetFunction['call']): SheetFunction => ({
  name,
  min,
  max,
  call,
});

/** A function of all the numbers among its arguments. `least`: with fewer, the result is `otherwise`; `each`: units for each. */
export function numeric(
  name: string,
  fn: (numbers: number[]) => Scalar,
  {
    least = 0,
    otherwise = badValue as Scalar,
    each = 0,
  }: { readonly least?: number; readonly otherwise?: Scalar; readonly each?: number } = {},
): SheetFunction {
  return whole(name, [1, 255], (args, { work }) => {
    const numbers = numbersOf(args);
    if (!Array.isArray(numbers)) return numbers;
    work.spend(numbers.length * each);
    return numbers.length < least ? otherwise : fn(numbers);
  });
}

/** Numbers in ranges, and what was written as a number among the arguments; the first error where there is one. */
export function numbersOf(args: readonly Value[]): number[] | Scalar {
  const numbers: number[] = [];
  for (const arg of args) {
    if (isGrid(arg)) {
      for (const value of arg.cells) {
        if (typeof value === 'number') numbers.push(value);
        else if (isSheetError(value)) return value;
      }
    } else {
      const number = toNumber(arg);
      if (isSheetError(number)) return number;
      numbers.push(number);
    }
  }
  return numbers;
}

/** [D1] `each`: what a value of a list costs. */
export function lift(
  values: readonly Value[],
  { work }: FormulaContext,
  each: number,
  fn: (scalars: readonly Scalar[]) => Scalar,
): Value {
  if (values.every((value) => !isGrid(value) || value.cells.length === 1)) return fn(values.map(scalarOf));
  const grids = values.map(gridOf);
  const height = Math.max(...grids.map((grid) => grid.height));
  const width = Math.max(...grids.map((grid) => grid.width));
  work.charge(height * width * each);
  return work.loop(() => lifted(grids, { height, width }, { work, each }, fn));
}

function* lifted(
  grids: readonly Grid[],
  { height, width }: { readonly height: number; readonly width: number },
  { work, each }: { readonly work: FormulaWork; readonly each: number },
  fn: (scalars: readonly Scalar[]) => Scalar,
): Steps<Grid> {
  const cells: Scalar[] = [];
  let [units, before] = [0, work.done];
  // One list for all places: `fn` reads it at once.
  const scalars: Scalar[] = grids.map(() => null);
  for (let row = 0; row < height; row += 1) {
    for (let col = 0; col < width; col += 1) {
      for (let index = 0; index < grids.length; index += 1) {
        const grid = grids[index];
        scalars[index] = grid === undefined ? null : spread(grid, row, col);
      }
      cells.push(fn(scalars));
      units += each;
      if (units + work.done - before < work.piece) continue;
      yield units;
      [units, before] = [0, work.done];
    }
  }
  return { height, width, cells };
}

/** The value of a grid at a place of a larger one, to which it is widened. */
export function spread(grid: Grid, row: number, col: number): Scalar {
  const r = grid.height === 1 ? 0 : row;
  const c = grid.width === 1 ? 0 : col;
  return r < grid.height && c < grid.width ? (grid.cells[r * grid.width + c] ?? null) : notAvailable;
}

function readAs(kind: string, scalar: Scalar): unknown {
  if (kind === 'n') return toNumber(scalar);
  if (kind === 't') return toText(scalar);
  return kind === 'b' ? toBoolean(scalar) : scalar;
}

/** The first error among scalars and grids; null when there is none. */
export function errorIn(args: readonly Value[]): Scalar {
  for (const arg of args) {
    const found = isGrid(arg) ? arg.cells.find(isSheetError) : isSheetError(arg) ? arg : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

/** Going through all texts of a list costs this beside the cells. */
export function spendOnTexts(cells: readonly Scalar[], work: FormulaWork, times = 1): void {
  let length = 0;
  for (const cell of cells) if (typeof cell === 'string') length += cell.length;
  work.spend((length / 8) * times);
}
