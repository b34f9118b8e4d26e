/**
 * criteria: what COUNTIF and its family ask of a value: `>=5`, `<>done`, `a*`, or a value.
 *
 * K1  Without a comparison, and with = or <>, numbers equal texts that are the same number; texts compare without case.
 * K2  `*` is any text, `?` one character, `~` before them takes them as they are. Matching costs text times pattern at most.
 * K3  `=` alone is met by empty cells, `<>` alone by all others; order comparisons by values of the same kind alone.
 */
import { compareNumbers, compareScalars, foldCase, numberIn, toText } from './coerce.ts';
import { isSheetError, type Scalar } from './value.ts';
import type { FormulaWork } from './recalculation-budget.ts';

export type Criterion = (value: Scalar) => boolean;

export function criterionOf(wanted: Scalar, work: FormulaWork): Criterion {
  if (isSheetError(wanted)) return (value) => value === wanted;
  if (typeof wanted !== 'string') return equals(wanted ?? 0);
  const operator = /^(?:<>|<=|>=|=|<|>)/.exec(wanted)?.[0] ?? '';
  const rest = wanted.slice(operator.length);
  const literal = literalOf(rest);
  switch (operator) {
    case '=':
      return rest === '' ? (value) => value === null : alike(literal, work);
    case '':
      return rest === '' ? (value) => value === null || value === '' : alike(literal, work);
    case '<>': {
      if (rest === '') return (value) => value !== null;
      const same = alike(literal, work);
      return (value) => !same(value);
    }
    default: {
      const meets = comparisons[operator as keyof typeof comparisons];
      if (typeof literal === 'number') return (value) => typeof value === 'number' && meets(compareNumbers(value, literal));
      return (value) => {
        if (value === null || typeof value !== typeof literal || isSheetError(value)) return false;
        if (typeof value === 'string') work.spend((value.length + wanted.length) / 8);
        return meets(compareScalars(value, literal));
      };
    }
  }
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

function alike(wanted: number | string | boolean, work: FormulaWork): Criterion {
  if (typeof wanted !== 'string') return equals(wanted);
  const matches = wildcard(wanted, work);
  return (value) => typeof value === 'string' && matches(value);
}

/** [K1] */
function equals(wanted: number | boolean): Criterion {
  if (typeof wanted === 'boolean') return (value) => value === wanted;
  return (value) =>
    typeof value === 'number'
      ? compareNumbers(value, wanted) === 0
      : typeof value === 'string' && value.length <= 64 && numberIn(value) === wanted;
}

export const hasWildcard = (pattern: string): boolean => /[*?~]/.test(pattern);

/** [K2] Whether all of a text is as the pattern says. */
export function wildcard(pattern: string, work: FormulaWork): (text: string) => boolean {
  if (!hasWildcard(pattern)) {
    const wanted = foldCase(pattern);
    return (text) => {
      if (text.length !== pattern.length) return false;
      work.spend(text.length / 8);
      return foldCase(text) === wanted;
    };
  }
  const parts = patternParts(foldCase(pattern));
  return (given) => {
    work.spend(1 + given.length / 4);
    return matches(Array.from(foldCase(given)), 0, parts, work);
  };
}

/** Whether a text in small letters goes on as the pattern says from a place on, whatever comes after. */
export function wildcardAt(pattern: string, work: FormulaWork): (text: readonly string[], from: number) => boolean {
  const parts = [...patternParts(foldCase(pattern)), 'many' as const];
  return (text, from) => {
    work.spend(1);
    return matches(text, from, parts, work);
  };
}

/** Greedy matching that goes back to the last `*` alone; after a `*` at the end nothing needs to be looked at. */
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

/** The value as a criterion of its own, for lookups with wildcards. */
export const asPattern = (value: Scalar): string | null => {
  const text = toText(value);
  return typeof text === 'string' && hasWildcard(text) ? text : null;
};
