/**
 * evaluate: what a formula comes to.
 *
 * V1  Operators on ranges and lists work place by place. A formula whose result is a list shows its first value.
 * V2  Errors go through operators; the left one comes first.
 * V3  A text longer than 32,767 characters, or more work than one formula may make, is #LIMIT! whatever stands around it.
 */
import { compareScalars, toNumber, toText } from './coerce.ts';
import type { Expression, Formula } from './formula.ts';
import { type FormulaContext, lift, type Thunk } from './functions/define.ts';
import { power } from './functions/math.ts';
import { badName, divZero, finite, isSheetError, limitError, type Scalar, scalarOf, type Value } from './value.ts';
import { LimitReached } from './recalculation-budget.ts';

type Scope = { readonly name: string; readonly value: Value; readonly outer: Scope | null };
/** `read` gives the value of a reference of the formula. */
export type Surround = FormulaContext & { readonly read: (index: number) => Value };

/** [V1] [V3] */
export function evaluate({ body }: Formula, around: Surround): Scalar {
  try {
    const result = scalarOf(valueOf(body, around, null));
    // A formula that comes to an empty cell shows 0, as other spreadsheets have it.
    return result ?? 0;
  } catch (error) {
    if (error instanceof LimitReached) return limitError;
    throw error;
  }
}

function valueOf(expression: Expression, around: Surround, scope: Scope | null): Value {
  around.work.spend(1);
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'reference':
      return around.read(expression.index);
    case 'name':
      return valueNamed(expression.name, scope);
    case 'call': {
      const thunks = expression.args.map((arg): Thunk => (arg === null ? () => null : () => valueOf(arg, around, scope)));
      return expression.fn.call(thunks, around);
    }
    case 'unary':
      return unary(expression.operator, valueOf(expression.of, around, scope), around);
    case 'binary':
      return binaries(expression, around, scope);
    case 'let': {
      let inner = scope;
      for (const [name, init] of expression.names) inner = { name, value: valueOf(init, around, inner), outer: inner };
      return valueOf(expression.body, around, inner);
    }
  }
}

/** Units, see recalculation-budget.ts: for each pair of a list, and for reading or comparing a text. */
const operatorCost = 4;
const textCost = (value: Scalar): number => (typeof value === 'string' ? 10 + value.length / 8 : 0);

/** A long sum is as deep on its left side as it is long: it is walked down, not called down. */
function binaries(expression: Expression & { readonly kind: 'binary' }, around: Surround, scope: Scope | null): Value {
  const spine: (Expression & { readonly kind: 'binary' })[] = [expression];
  let first = expression.left;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let left = valueOf(first, around, scope);
  for (let at = spine.length - 1; at >= 0; at -= 1) {
    const step = spine[at];
    if (step !== undefined) left = binary(step.operator, left, valueOf(step.right, around, scope), around);
  }
  return left;
}

function valueNamed(name: string, scope: Scope | null): Value {
  for (let at = scope; at !== null; at = at.outer) if (at.name === name) return at.value;
  return badName;
}

function unary(operator: string, value: Value, around: Surround): Value {
  if (operator === '+') return value;
  if (operator === '@') return scalarOf(value);
  return lift([value], around, operatorCost, ([scalar = null]) => {
    const number = toNumber(scalar);
    return isSheetError(number) ? number : operator === '-' ? finite(-number) : finite(number / 100);
  });
}

function binary(operator: string, left: Value, right: Value, around: Surround): Value {
  return lift([left, right], around, operatorCost, ([a = null, b = null]) => {
    if (isSheetError(a)) return a;
    if (isSheetError(b)) return b;
    if (operator === '&') {
      const [x, y] = [toText(a), toText(b)];
      if (isSheetError(x)) return x;
      if (isSheetError(y)) return y;
      around.work.text(x.length + y.length);
      return x + y;
    }
    if (typeof a === 'string' || typeof b === 'string') around.work.spend(textCost(a) + textCost(b));
    const compare = comparisons.get(operator);
    if (compare !== undefined) return compare(compareScalars(a, b));
    const [x, y] = [toNumber(a), toNumber(b)];
    if (isSheetError(x)) return x;
    if (isSheetError(y)) return y;
    return arithmetic(operator, x, y);
  });
}

const comparisons: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['=', (order: number) => order === 0],
  ['<>', (order: number) => order !== 0],
  ['<', (order: number) => order < 0],
  ['>', (order: number) => order > 0],
  ['<=', (order: number) => order <= 0],
  ['>=', (order: number) => order >= 0],
]);

function arithmetic(operator: string, x: number, y: number): Scalar {
  switch (operator) {
    case '+':
      return nearZero(x + y, x);
    case '-':
      return nearZero(x - y, x);
    case '*':
      return finite(x * y);
    case '/':
      return y === 0 ? divZero : finite(x / y);
    default:
      return power(x, y);
  }
}

/** A difference that is nothing but the rounding of binary fractions (0.3-0.1-0.2) is 0. */
const nearZero = (result: number, x: number): Scalar =>
  result !== 0 && Math.abs(result) < Math.abs(x) * 2 ** -50 ? 0 : finite(result);
