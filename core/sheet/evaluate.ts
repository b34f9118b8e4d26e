/**
 * evaluate: what a formula comes to.
 *
 * V1  Operators on ranges and lists work place by place. A formula whose result is a list shows its first value.
 * V2  Errors go through operators; the left one comes first.
 * V3  A text longer than 32,767 characters, or more work than one formula may make, is #LIMIT! whatever stands around it.
 */
import { toNumber } from './coerce.ts';
import type { Expression, Formula } from './formula.ts';
import { type FormulaContext, lift, type Thunk } from './functions/define.ts';
import { binary } from './operators.ts';
import { badName, finite, isSheetError, limitError, type Scalar, scalarOf, type Value } from './value.ts';
import { LimitReached } from './recalculation-budget.ts';

type Scope = { readonly name: string; readonly value: Value; readonly outer: Scope | null };
/** `read` gives the value of a reference of the formula. */
export type Surround = FormulaContext & { readonly read: (index: number) => Value };

/** [V1] [V3] Throws TurnOver when the turn of the work is over; see recalculation-budget.ts. */
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

/** An expression has one value within an evaluation, so what earlier attempts have finished is taken from there. */
function valueOf(expression: Expression, around: Surround, scope: Scope | null): Value {
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

function made(expression: Expression, around: Surround, scope: Scope | null): Value {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'reference':
      return around.read(expression.index);
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

function called(expression: Expression & { readonly kind: 'call' }, around: Surround, scope: Scope | null): Value {
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

/** Loops that run now belong to this expression. */
function enter(expression: Expression, { work }: Surround): void {
  work.frame = work.parts?.frame(expression) ?? null;
}

/** Units, see recalculation-budget.ts, for each value of a list. */
const unaryCost = 1;

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

function unary(operator: string, value: Value, around: Surround): Value {
  if (operator === '+') return value;
  if (operator === '@') return scalarOf(value);
  return lift([value], around, unaryCost, ([scalar = null]) => {
    const number = toNumber(scalar);
    return isSheetError(number) ? number : operator === '-' ? finite(-number) : finite(number / 100);
  });
}
