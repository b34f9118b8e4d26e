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
  /** A reference whose address matters, and not the values there. */
  | { readonly kind: 'address'; readonly index: number }
  /** From one reference to another, what both have, or all of both. */
  | { readonly kind: 'references'; readonly operator: ReferenceOperator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly fn: SheetFunction; readonly args: readonly (Expression | null)[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'let'; readonly names: readonly (readonly [string, Expression])[]; readonly body: Expression };

/** From one corner to the other; both are the same for a single cell. `isAddress`: the values there do not matter. */
export type Range = { readonly from: Reference; readonly to: Reference; readonly isAddress: boolean };
export type ReferenceOperator = ':' | ' ' | ',';
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
  const refs: Corners[] = [];
  const marked: { readonly type: string; readonly value: string }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { type, value, ref } = tokens[at] as FormulaToken;
    if (ref === undefined) {
      marked.push({ type, value });
      continue;
    }
    // Both corners are one token, as a colon binds closer than the space between two ranges.
    const to = tokens[at + 1]?.value === ':' ? tokens[at + 2]?.ref : undefined;
    refs.push({ from: ref, to: to === undefined ? ref : { ...to, sheet: ref.sheet } });
    marked.push({ type, value: `[${refs.length - 1}]` });
    if (to !== undefined) at += 2;
  }
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

type Corners = { readonly from: Reference; readonly to: Reference };
type Step = { readonly operator: string; readonly right: AstExpression };

class Reader {
  readonly #refs: readonly Corners[];
  readonly #functions: ReadonlyMap<string, SheetFunction>;
  readonly #references: Range[] = [];
  #isVolatile = false;
  #isPlaced = false;

  constructor(refs: readonly Corners[], functions: ReadonlyMap<string, SheetFunction>) {
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
    if (ref !== undefined) return this.#range(ref);
    // References that are still in A1 notation name no existing cell; other words may be names from LET.
    if (/[!:$]/.test(text) || /^[A-Za-z]{1,3}\d+$/.test(text)) return value(badRef);
    return { kind: 'name', name: text.toUpperCase() };
  }

  #range({ from, to }: Corners): Expression {
    this.#references.push({ from, to, isAddress: false });
    return { kind: 'reference', index: this.#references.length - 1 };
  }

  /** The address of a reference; another expression is evaluated, and must be a reference then. */
  #address(expression: Expression): Expression {
    if (expression.kind !== 'reference') return expression;
    const range = this.#references[expression.index];
    if (range !== undefined) this.#references[expression.index] = { ...range, isAddress: true };
    return { kind: 'address', index: expression.index };
  }

  #unary(operator: string, args: readonly (AstExpression | null)[]): Expression {
    const [of] = args;
    if (of === undefined || of === null) return value(unreadable);
    if (operator !== '+' && operator !== '-' && operator !== '%' && operator !== '@') return value(badName);
    return { kind: 'unary', operator, of: this.#read(of) };
  }

  #binary(operator: string, args: readonly (AstExpression | null)[]): Expression {
    // The tree of a long sum is deep on its left side, so it is traversed without recursion.
    const spine: Step[] = [];
    let [left, right] = args;
    let at = operator;
    for (;;) {
      if (left === undefined || left === null || right === undefined || right === null) return value(unreadable);
      spine.push({ operator: at, right });
      if (left.type !== 'BinaryExpression') return this.#grow(this.#read(left), spine);
      at = left.operator;
      [left, right] = left.arguments;
    }
  }

  /** Rebuilds the operators of a chain, the innermost first. */
  #grow(first: Expression, spine: readonly Step[]): Expression {
    let left = first;
    for (const { operator, right } of spine.toReversed()) {
      if (operator === ':' || operator === ' ' || operator === ',') {
        const [a, b] = [left, this.#read(right)];
        left =
          operator === ','
            ? { kind: 'references', operator, left: a, right: b }
            : { kind: 'references', operator, left: this.#address(a), right: this.#address(b) };
        // What is between two cells depends on where they are.
        this.#isPlaced = true;
      } else left = operators.has(operator) ? { kind: 'binary', operator, left, right: this.#read(right) } : value(badName);
    }
    return left;
  }

  #argument(fn: SheetFunction, arg: AstExpression | null, index: number): Expression | null {
    if (arg === null) return null;
    const read = this.#read(arg);
    return fn.addresses?.includes(index) === true ? this.#address(read) : read;
  }

  #call(name: string, args: readonly (AstExpression | null)[]): Expression {
    const fn = this.#functions.get(name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, ''));
    if (fn === undefined) return value(badName);
    if (args.length < fn.min || args.length > fn.max) return value(unreadable);
    if (fn.volatile === true) this.#isVolatile = true;
    if (fn.placed === true) this.#isPlaced = true;
    return { kind: 'call', fn, args: args.map((arg, index) => this.#argument(fn, arg, index)) };
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

const operators: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^', '&', '=', '<>', '<', '>', '<=', '>=']);
