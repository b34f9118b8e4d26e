/**
 * criteria: the criteria of COUNTIF and related functions: `>=5`, `<>done`, `a*`, or a value.
 *
 * Without a comparison, and with = or <>, numbers equal text that is the same number, and text is compared case-insensitively.
 * `*` matches any text, `?` one character, `~` escapes them; matching costs at most the text times the pattern. `=` alone
 * matches empty cells, `<>` alone all others. Order comparisons match only values of the same kind.
 */
import { compareNumbers, compareScalars, foldCase, numberIn, toText } from './coerce.ts';
import { isSheetError, type Scalar, type SheetError } from './value.ts';
import type { FormulaWork } from './recalculation-budget.ts';

/** A parsed criterion. `isNegated`: matches values that do not equal, or match, the rest. */
export type Criterion =
  | { readonly kind: 'error'; readonly error: SheetError }
  | { readonly kind: 'blank' | 'empty' | 'filled' }
  | { readonly kind: 'equal'; readonly to: number | boolean | string; readonly isNegated: boolean }
  | { readonly kind: 'like'; readonly pattern: string; readonly isNegated: boolean }
  | { readonly kind: 'order'; readonly operator: OrderOperator; readonly to: number | boolean | string };
export type OrderOperator = '<' | '<=' | '>' | '>=';

export function readCriterion(value: Scalar): Criterion {
  if (isSheetError(value)) return { kind: 'error', error: value };
  if (typeof value !== 'string') return { kind: 'equal', to: value ?? 0, isNegated: false };
  const operator = /^(?:<>|<=|>=|=|<|>)/.exec(value)?.[0] ?? '';
  const rest = value.slice(operator.length);
  if (rest === '' && operator === '=') return { kind: 'blank' };
  if (rest === '' && operator === '') return { kind: 'empty' };
  if (rest === '' && operator === '<>') return { kind: 'filled' };
  const to = literalOf(rest);
  if (operator !== '' && operator !== '=' && operator !== '<>') return { kind: 'order', operator: operator as OrderOperator, to };
  const isNegated = operator === '<>';
  return typeof to === 'string' && hasWildcard(to) ? { kind: 'like', pattern: to, isNegated } : { kind: 'equal', to, isNegated };
}

/** Returns the test for a criterion. Indices (grid-index.ts) must agree with it. */
export function testOf(criterion: Criterion, work: FormulaWork): (value: Scalar) => boolean {
  switch (criterion.kind) {
    case 'error':
      return (value) => value === criterion.error;
    case 'blank':
      return (value) => value === null;
    case 'empty':
      return (value) => value === null || value === '';
    case 'filled':
      return (value) => value !== null;
    case 'equal':
      return negated(criterion, equals(criterion.to, work));
    case 'like': {
      const matches = wildcard(criterion.pattern, work);
      return negated(criterion, (value) => typeof value === 'string' && matches(value));
    }
    case 'order':
      return ordered(criterion.operator, criterion.to, work);
  }
}

const negated = (
  { isNegated }: { readonly isNegated: boolean },
  test: (value: Scalar) => boolean,
): ((value: Scalar) => boolean) => (isNegated ? (value) => !test(value) : test);

/** Order comparisons match only values of the same kind. */
function ordered(operator: OrderOperator, to: number | boolean | string, work: FormulaWork): (value: Scalar) => boolean {
  const meets = comparisons[operator];
  if (typeof to === 'number') return (value) => typeof value === 'number' && meets(compareNumbers(value, to));
  return (value) => {
    if (value === null || typeof value !== typeof to || isSheetError(value)) return false;
    if (typeof value === 'string') work.count((value.length + String(to).length) / 8);
    return meets(compareScalars(value, to));
  };
}

const comparisons = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

function literalOf(text: string): number | string | boolean {
  const number = numberIn(text);
  if (number !== null) return number;
  const word = text.length === 4 || text.length === 5 ? text.toUpperCase() : '';
  return word === 'TRUE' ? true : word === 'FALSE' ? false : text;
}

/** Equality of numbers, of text, and of text that represents a number. */
function equals(to: number | boolean | string, work: FormulaWork): (value: Scalar) => boolean {
  if (typeof to === 'boolean') return (value) => value === to;
  if (typeof to === 'string') {
    const wanted = foldCase(to);
    return (value) => {
      if (typeof value !== 'string' || value.length !== to.length) return false;
      work.count(value.length / 8);
      return foldCase(value) === wanted;
    };
  }
  return (value) => (typeof value === 'number' ? compareNumbers(value, to) === 0 : isTextOf(value, to));
}

/** Text that represents the number. */
function isTextOf(value: Scalar, number: number): boolean {
  return typeof value === 'string' && value.length <= 64 && numberIn(value) === number;
}

export const hasWildcard = (pattern: string): boolean => /[*?~]/.test(pattern);

/** True if the pattern matches the whole text. */
export function wildcard(pattern: string, work: FormulaWork): (text: string) => boolean {
  const parts = patternParts(foldCase(pattern));
  return (given) => {
    work.spend(1 + given.length / 4);
    return matches(Array.from(foldCase(given)), 0, parts, work);
  };
}

/** True if the pattern matches a lower-case text from an offset on, whatever follows. */
export function wildcardAt(pattern: string, work: FormulaWork): (text: readonly string[], from: number) => boolean {
  const parts = [...patternParts(foldCase(pattern)), 'many' as const];
  return (text, from) => {
    work.spend(1);
    return matches(text, from, parts, work);
  };
}

/** Greedy matching that backtracks only to the last `*`. After a `*` at the end nothing is left to examine. */
function matches(text: readonly string[], from: number, parts: readonly Part[], work: FormulaWork): boolean {
  let [at, part, star, mark] = [from, 0, -1, 0];
  while (at < text.length) {
    const wanted = parts[part];
    if (wanted === 'many') {
      if (part === parts.length - 1) return true;
      star = part;
      mark = at;
      part += 1;
    } else if (wanted === 'one' || (wanted !== undefined && wanted.is === text[at])) {
      work.spend(0.25);
      at += 1;
      part += 1;
    } else if (star >= 0) {
      mark += 1;
      work.spend(1);
      at = mark;
      part = star + 1;
    } else return false;
  }
  while (parts[part] === 'many') part += 1;
  return part === parts.length;
}

type Part = 'many' | 'one' | { readonly is: string };

function patternParts(pattern: string): Part[] {
  const characters = Array.from(pattern);
  const parts: Part[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    const next = characters[index + 1];
    if (character === '~' && (next === '*' || next === '?' || next === '~')) {
      parts.push({ is: next });
      index += 1;
    } else if (character === '*') parts.push('many');
    else parts.push(character === '?' ? 'one' : { is: character });
  }
  return parts;
}

/** The value as a criterion, for look-ups with wildcards. */
export const asPattern = (value: Scalar): string | null => {
  const text = toText(value);
  return typeof text === 'string' && hasWildcard(text) ? text : null;
};
