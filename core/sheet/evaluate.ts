/**
 * evaluate: evaluates a formula.
 *
 * Operators apply to ranges and lists element by element; a formula whose result is a list shows its first value. Errors
 * propagate through operators, the left one first. A text over 32,767 characters, or more work than one formula may take, is
 * #LIMIT!, even inside another expression.
 */
import { toNumber } from './coerce.ts';
import type { Expression, Formula } from './formula.ts';
import { type FormulaContext, lift, type Thunk } from './functions/define.ts';
import { binary } from './operators.ts';
import { joinedReferences } from './reference-operators.ts';
import {
  badName,
  badValue,
  cellAt,
  finite,
  isGrid,
  isSheetError,
  limitError,
  type Scalar,
  scalarOf,
  type Value,
} from './value.ts';
import { LimitReached } from './recalculation-budget.ts';

type Scope = { readonly name: string; readonly value: Value; readonly outer: Scope | null };
/** `read` returns the value of a reference, `address` its position and size without the values. */
export type EvaluationContext = FormulaContext & {
  readonly read: (index: number) => Value;
  readonly address: (index: number) => Value;
};

/** Throws TurnOver when the turn is over (recalculation-budget.ts). */
export function evaluate({ body }: Formula, around: EvaluationContext): Scalar {
  try {
    const result = scalarOf(valueOf(body, around, null));
    // A formula that evaluates to an empty cell shows 0, as in other spreadsheets.
    // Zero has no sign.
    return result === null || result === 0 ? 0 : result;
  } catch (error) {
    if (error instanceof LimitReached) return limitError;
    throw error;
  }
}

/** An expression has one value during an evaluation, so the results of earlier attempts are reused. */
function valueOf(expression: Expression, around: EvaluationContext, scope: Scope | null): Value {
  const { work } = around;
  work.spend(1);
  if (expression.kind === 'value') return expression.value;
  const { parts } = work;
  if (parts === null) return made(expression, around, scope);
  const finished = parts.finished(expression);
  if (finished !== undefined) {
    work.charge(finished.charged);
    return finished.value;
  }
  const before = work.charged;
  const value = made(expression, around, scope);
  parts.finish(expression, { value, charged: work.charged - before });
  return value;
}

function made(expression: Expression, around: EvaluationContext, scope: Scope | null): Value {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'reference':
      return around.read(expression.index);
    case 'address':
      return around.address(expression.index);
    case 'references': {
      const left = valueOf(expression.left, around, scope);
      const right = valueOf(expression.right, around, scope);
      enter(expression, around);
      return joinedReferences(expression.operator, left, right, around);
    }
    case 'name':
      return valueNamed(expression.name, scope);
    case 'call':
      return called(expression, around, scope);
    case 'unary': {
      const value = valueOf(expression.of, around, scope);
      enter(expression, around);
      return unary(expression.operator, value, around);
    }
    case 'binary':
      return binaries(expression, around, scope);
    case 'let': {
      let inner = scope;
      for (const [name, init] of expression.names) inner = { name, value: valueOf(init, around, inner), outer: inner };
      return valueOf(expression.body, around, inner);
    }
  }
}

function called(expression: Expression & { readonly kind: 'call' }, around: EvaluationContext, scope: Scope | null): Value {
  const { work } = around;
  if (work.parts === null) {
    const thunks = expression.args.map((arg): Thunk => (arg === null ? () => null : () => valueOf(arg, around, scope)));
    return expression.fn.call(thunks, around);
  }
  const frame = work.parts.frame(expression);
  const thunks = expression.args.map((arg): Thunk => {
    if (arg === null) return () => null;
    return () => {
      const value = valueOf(arg, around, scope);
      work.frame = frame;
      return value;
    };
  });
  work.frame = frame;
  return expression.fn.call(thunks, around);
}

/** Loops from here on belong to this expression. */
function enter(expression: Expression, { work }: EvaluationContext): void {
  work.frame = work.parts?.frame(expression) ?? null;
}

/** Units (recalculation-budget.ts) for each value of a list. */
const unaryCost = 1;

/** The tree of a long sum is deep on its left side, so it is traversed without recursion. */
function binaries(expression: Expression & { readonly kind: 'binary' }, around: EvaluationContext, scope: Scope | null): Value {
  const spine: (Expression & { readonly kind: 'binary' })[] = [expression];
  let first = expression.left;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let left = valueOf(first, around, scope);
  for (let at = spine.length - 1; at >= 0; at -= 1) {
    const step = spine[at];
    if (step === undefined) break;
    const right = valueOf(step.right, around, scope);
    enter(step, around);
    left = binary(step.operator, left, right, around.work);
  }
  return left;
}

function valueNamed(name: string, scope: Scope | null): Value {
  for (let at = scope; at !== null; at = at.outer) if (at.name === name) return at.value;
  return badName;
}

/** Of a row or column of cells, the one in the formula's column or row. */
function beside(value: Value, { place }: EvaluationContext): Scalar {
  if (!isGrid(value) || value.at === undefined || value.cells.length === 1) return scalarOf(value);
  const [row, col] = [place.row - value.at.row, place.col - value.at.col];
  return cellAt(value, value.height === 1 ? 0 : row, value.width === 1 ? 0 : col) ?? badValue;
}

function unary(operator: string, value: Value, around: EvaluationContext): Value {
  if (operator === '+') return value;
  if (operator === '@') return beside(value, around);
  return lift([value], around, unaryCost, ([scalar = null]) => {
    const number = toNumber(scalar);
    return isSheetError(number) ? number : operator === '-' ? finite(-number) : finite(number / 100);
  });
}
