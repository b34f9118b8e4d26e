/**
 * formula: parses a stored formula into a tree that can be evaluated repeatedly.
 *
 * Functions are found by name in any case; unknown ones are #NAME?. A formula that cannot be parsed, is longer than 8,192
 * characters or nested more than 64 deep is #ERROR! as a whole. Every reference is an entry of `references`, so dependencies
 * are known without evaluation.
 */
import { type AstExpression, type Node as FxNode, parse } from '@borgar/fx';

import { limits } from '#schema/limits.ts';

import type { SheetFunction } from './functions/define.ts';
import { type FormulaToken, formulaTokens, type Reference } from './reference.ts';
import {
  badName,
  badRef,
  type ErrorName,
  errorNames,
  errorValue,
  type Grid,
  type Scalar,
  unreadable,
  type Value,
} from './value.ts';

export type Expression =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'reference'; readonly index: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly fn: SheetFunction; readonly args: readonly (Expression | null)[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'let'; readonly names: readonly (readonly [string, Expression])[]; readonly body: Expression };

/** From one corner to the other; both are the same for a single cell. `isRange` false: a single value, not a grid. */
export type Range = { readonly from: Reference; readonly to: Reference; readonly isRange: boolean };
export type Formula = {
  readonly body: Expression;
  readonly references: readonly Range[];
  readonly isVolatile: boolean;
  readonly isPlaced: boolean;
};

const broken: Formula = { body: { kind: 'value', value: unreadable }, references: [], isVolatile: false, isPlaced: false };

/** Parses the text after `=`. Never throws. */
export function readFormula(text: string, functions: ReadonlyMap<string, SheetFunction>): Formula {
  if (text.length > limits.formulaCharacters * 8) return broken;
  const tokens = prepared(formulaTokens(text));
  if (tokens === null) return broken;
  const refs: Reference[] = [];
  const marked = tokens.map(({ type, value, ref }) => {
    if (ref === undefined) return { type, value };
    refs.push(ref);
    return { type, value: `[${refs.length - 1}]` };
  });
  const reader = new Reader(refs, functions);
  try {
    return reader.formula(parse(marked));
  } catch (error) {
    if (error instanceof Error) return broken;
    throw error;
  }
}

/** Joins signs and numbers in braces; null if it nests too deep. */
function prepared(tokens: readonly FormulaToken[]): FormulaToken[] | null {
  const joined: FormulaToken[] = [];
  let [depth, braces, signs] = [0, 0, 0];
  let length = 0;
  for (const { type, value, ref } of tokens) {
    length += ref === undefined ? value.length : 8;
    if (type === 'unknown' || length > limits.formulaCharacters) return null;
    if (value === '(') depth += 1;
    if (value === ')') depth -= 1;
    if (value === '{' || value === '}') braces += value === '{' ? 1 : -1;
    signs =
      type === 'operator' && (value === '-' || value === '+' || value === '@') ? signs + 1 : type === 'whitespace' ? signs : 0;
    if (depth > limits.formulaDepth || signs > limits.formulaDepth) return null;
    const before = joined.at(-1);
    if (braces > 0 && type === 'number' && before !== undefined && (before.value === '-' || before.value === '+')) {
      joined[joined.length - 1] = { type, value: before.value === '-' ? `-${value}` : value };
    } else joined.push(ref === undefined ? { type, value } : { type, value, ref });
  }
  return joined;
}

class Reader {
  readonly #refs: readonly Reference[];
  readonly #functions: ReadonlyMap<string, SheetFunction>;
  readonly #references: Range[] = [];
  #isVolatile = false;
  #isPlaced = false;

  constructor(refs: readonly Reference[], functions: ReadonlyMap<string, SheetFunction>) {
    this.#refs = refs;
    this.#functions = functions;
  }

  formula(node: AstExpression): Formula {
    const body = this.#read(node);
    return { body, references: this.#references, isVolatile: this.#isVolatile, isPlaced: this.#isPlaced };
  }

  #read(node: AstExpression): Expression {
    switch (node.type) {
      case 'Literal':
        return value(node.value as Scalar);
      case 'ErrorLiteral':
        return value((errorNames as readonly string[]).includes(node.value) ? errorValue(node.value as ErrorName) : unreadable);
      case 'ArrayExpression':
        return value(this.#grid(node.elements));
      case 'ReferenceIdentifier':
        return this.#reference(node.value);
      case 'UnaryExpression':
        return this.#unary(node.operator, node.arguments);
      case 'BinaryExpression':
        return this.#binary(node.operator, node.arguments);
      case 'CallExpression':
        return node.callee.type === 'Identifier' ? this.#call(node.callee.name, node.arguments) : value(badName);
      case 'LetExpression':
        return {
          kind: 'let',
          names: node.declarations.map(
            ({ id, init }) => [id.name.toUpperCase(), init === null ? value(null) : this.#read(init)] as const,
          ),
          body: node.body === null ? value(unreadable) : this.#read(node.body),
        };
      case 'LambdaExpression':
        return value(badName);
    }
  }

  #reference(text: string): Expression {
    const index = text.startsWith('[') ? Number(text.slice(1, -1)) : NaN;
    const ref = this.#refs[index];
    if (ref !== undefined) return this.#range(ref, ref, ref.row === null || ref.col === null);
    // References that are still in A1 notation name no existing cell; other words may be names from LET.
    if (/[!:$]/.test(text) || /^[A-Za-z]{1,3}\d+$/.test(text)) return value(badRef);
    return { kind: 'name', name: text.toUpperCase() };
  }

  #range(from: Reference, to: Reference, isRange: boolean): Expression {
    this.#references.push({ from, to, isRange });
    return { kind: 'reference', index: this.#references.length - 1 };
  }

  #unary(operator: string, args: readonly (AstExpression | null)[]): Expression {
    const [of] = args;
    if (of === undefined || of === null) return value(unreadable);
    if (operator !== '+' && operator !== '-' && operator !== '%' && operator !== '@') return value(badName);
    return { kind: 'unary', operator, of: this.#read(of) };
  }

  #binary(operator: string, args: readonly (AstExpression | null)[]): Expression {
    // The tree of a long sum is deep on its left side, so it is traversed without recursion.
    const spine: { readonly operator: string; readonly right: AstExpression }[] = [];
    let [left, right] = args;
    let at = operator;
    for (;;) {
      if (left === undefined || left === null || right === undefined || right === null) return value(unreadable);
      const range = at === ':' ? this.#corners(left, right) : null;
      if (range !== null) return grow(range, spine, (node) => this.#read(node));
      spine.push({ operator: at, right });
      if (left.type !== 'BinaryExpression') return grow(this.#read(left), spine, (node) => this.#read(node));
      at = left.operator;
      [left, right] = left.arguments;
    }
  }

  /** A range between two references by id. */
  #corners(left: AstExpression, right: AstExpression): Expression | null {
    const [from, to] = [left, right].map((node) =>
      node.type === 'ReferenceIdentifier' && node.value.startsWith('[') ? this.#refs[Number(node.value.slice(1, -1))] : undefined,
    );
    if (from === undefined || to === undefined) return value(badRef);
    return this.#range(from, { ...to, sheet: from.sheet }, true);
  }

  #call(name: string, args: readonly (AstExpression | null)[]): Expression {
    const fn = this.#functions.get(name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, ''));
    if (fn === undefined) return value(badName);
    if (args.length < fn.min || args.length > fn.max) return value(unreadable);
    if (fn.volatile === true) this.#isVolatile = true;
    if (fn.placed === true) this.#isPlaced = true;
    return { kind: 'call', fn, args: args.map((arg) => (arg === null ? null : this.#read(arg))) };
  }

  #grid(rows: readonly (readonly FxNode[])[]): Grid {
    const width = rows[0]?.length ?? 0;
    const cells = rows.flatMap((row) =>
      Array.from({ length: width }, (_, at): Scalar => {
        const read = row[at] === undefined ? null : this.#read(row[at] as AstExpression);
        return read?.kind === 'value' && (typeof read.value !== 'object' || read.value === null || 'e' in read.value)
          ? read.value
          : unreadable;
      }),
    );
    return { height: rows.length, width, cells };
  }
}

const value = (constant: Value): Expression => ({ kind: 'value', value: constant });

/** Rebuilds the operators of a chain, the innermost first. */
function grow(
  first: Expression,
  spine: readonly { readonly operator: string; readonly right: AstExpression }[],
  read: (node: AstExpression) => Expression,
): Expression {
  let left = first;
  for (let at = spine.length - 1; at >= 0; at -= 1) {
    const step = spine[at];
    if (step === undefined) break;
    const isKnown = operators.has(step.operator);
    left = isKnown ? { kind: 'binary', operator: step.operator, left, right: read(step.right) } : value(badName);
  }
  return left;
}

const operators: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^', '&', '=', '<>', '<', '>', '<=', '>=']);
