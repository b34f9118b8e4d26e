/**
 * define: helpers to define spreadsheet functions by their arguments and their result.
 *
 * Every definition says which of its arguments are single values and which are lists. A list or range given for a single value
 * is broadcast (SH24): the function is called for each of its elements, together with those of other such arguments. One row,
 * one column or one value is repeated as needed, missing elements are #N/A, and of a result that is itself a list the first
 * value counts. The first argument that is an error is the result, except for functions that examine errors. An argument omitted
 * between commas is an empty cell.
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
import type { ReferenceReader } from '../reference-reader.ts';

/** The context of a formula besides its arguments. Times in ms. */
export type FormulaContext = {
  readonly work: FormulaWork;
  readonly now: number;
  readonly random: () => number;
  /** The position of the formula, from 0. */
  readonly place: { readonly row: number; readonly col: number };
  readonly references: ReferenceReader;
};

export type Thunk = () => Value;

/** A function is called for each element of a list that is given for a `value`. */
export type ArgumentKind = 'value' | 'list';

type Arity = Pick<SheetFunction, 'min' | 'max' | 'takes'>;
const mostArguments = 255;

/**
 * A sign for each argument: `1` a single value, `*` a list or range. Those after `?` are optional, and those in parentheses
 * repeat: `*1?(*1)` is a list and a value, and then as many such pairs as there are.
 */
export type Form = string;

function arityOf(form: Form): Arity {
  const [, needed = '', optional = '', repeated = ''] = /^([1*]*)(?:\?([1*]*)(?:\(([1*]+)\))?)?$/.exec(form) ?? [];
  const single = needed + optional;
  return {
    min: needed.length,
    max: repeated === '' ? single.length : mostArguments,
    takes: (index) => (signAt(single, repeated, index) === '*' ? 'list' : 'value'),
  };
}

const signAt = (single: string, repeated: string, index: number): string | undefined =>
  index < single.length ? single[index] : repeated[(index - single.length) % repeated.length];

export type SheetFunction = {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** What the argument at an index is. */
  readonly takes: (index: number) => ArgumentKind;
  /** Its value changes even if nothing that it reads does. */
  readonly volatile?: boolean;
  /** Its value changes when its references or the formula itself move. */
  readonly placed?: boolean;
  /** Arguments whose address matters, and not the values there. */
  readonly addresses?: readonly number[];
  /** Arguments are evaluated on demand. */
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
 * A function of single values. `form` has a letter for each argument: n number, t text, b boolean, a any value but errors, e
 * any value; those after `?` are optional.
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
    takes: () => 'value',
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

/** Cost per value of a list, in units (recalculation-budget.ts). */
const cost = { call: 25 };

/**
 * A function that takes its lists unchanged, including errors. `fn` gets a scalar for each argument that is a single value.
 * `each`: units for each cell of its lists.
 */
export function whole(
  name: string,
  form: Form,
  fn: (args: readonly Value[], context: FormulaContext) => Value,
  each = 0.25,
): SheetFunction {
  const arity = arityOf(form);
  const once = (values: readonly Value[], context: FormulaContext): Value => {
    for (const value of values) if (isGrid(value)) context.work.spend(value.cells.length * each);
    const result = fn(values, context);
    return typeof result === 'number' ? finite(result) : result;
  };
  return {
    name,
    ...arity,
    call: (args, context) =>
      broadcast(
        args.map((arg) => arg()),
        arity,
        context,
        once,
      ),
  };
}

/** Calls a function for each element of the lists that are given for single values. */
function broadcast(
  values: readonly Value[],
  { takes }: Arity,
  context: FormulaContext,
  once: (values: readonly Value[], context: FormulaContext) => Value,
): Value {
  const isBroadcast = (value: Value, index: number): boolean =>
    isGrid(value) && value.cells.length !== 1 && takes(index) === 'value';
  if (!values.some(isBroadcast))
    return once(values.map((value, index) => (takes(index) === 'value' ? scalarOf(value) : value)), context); // prettier-ignore
  const listed = values.map((value, index) => (takes(index) === 'value' ? value : null));
  return lift(listed, context, cost.call, (scalars) =>
    scalarOf(
      once(
        scalars.map((scalar, index) => (takes(index) === 'value' ? scalar : (values[index] ?? null))),
        context,
      ),
    ),
  );
}

/** The same for a function that does not iterate over the cells of its arguments, or counts that itself. */
export const direct = (name: string, form: Form, fn: (args: readonly Value[], context: FormulaContext) => Value): SheetFunction =>
  whole(name, form, fn, 0);

/** A function that evaluates its arguments one by one, and broadcasts them itself. */
export const lazy = (name: string, form: Form, call: SheetFunction['call']): SheetFunction => ({
  name,
  ...arityOf(form),
  call,
});

/** A function of all numbers in its arguments. `least`: with fewer, the result is `otherwise`; `each`: units for each. */
export function numeric(
  name: string,
  fn: (numbers: number[]) => Scalar,
  {
    least = 0,
    otherwise = badValue as Scalar,
    each = 0,
  }: { readonly least?: number; readonly otherwise?: Scalar; readonly each?: number } = {},
): SheetFunction {
  return whole(name, '*?(*)', (args, { work }) => {
    const numbers = numbersOf(args);
    if (!Array.isArray(numbers)) return numbers;
    work.spend(numbers.length * each);
    return numbers.length < least ? otherwise : fn(numbers);
  });
}

/** Numbers in ranges and numbers given as arguments, or the first error. */
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

/** `each`: the cost per value of a list. */
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
  // One list for all elements, as `fn` reads it at once.
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

/** The value of a grid at a position of a larger one, to which it is broadcast. */
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

/** The first error among scalars and grids; null if there is none. */
export function errorIn(args: readonly Value[]): Scalar {
  for (const arg of args) {
    const found = isGrid(arg) ? arg.cells.find(isSheetError) : isSheetError(arg) ? arg : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

/** Additional cost of examining all texts of a list. */
export function spendOnTexts(cells: readonly Scalar[], work: FormulaWork, times = 1): void {
  let length = 0;
  for (const cell of cells) if (typeof cell === 'string') length += cell.length;
  work.spend((length / 8) * times);
}
