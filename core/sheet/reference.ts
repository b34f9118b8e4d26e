/**
 * reference: the notation of references: by ids, `[col_x,row_y]`, in stored formulas, and as A1 addresses for people.
 *
 * `$` is before each id as it would be before letters and digits. A whole column is `[col_x]`, a whole row `[row_y]`; a range
 * is two of them with a colon. Another sheet's id comes first, `sheet_z![col_x,row_y]`. One scanner reads both notations and
 * examines each character once.
 */
import { type Token, tokenize } from '@borgar/fx';

export type LineRef = { readonly id: string; readonly fixed: boolean };
export type Reference = { readonly sheet: string | null; readonly row: LineRef | null; readonly col: LineRef | null };

export type FormulaToken = { readonly type: string; readonly value: string; readonly ref?: Reference };

const stored = /(?:(sheet_[a-z0-9]{16,40})!)?\[(?:(\$?)(col_[a-z0-9]{16,40}))?(,?)(?:(\$?)(row_[a-z0-9]{16,40}))?\]/y;

/** The tokens of a formula's text after `=`. References by id are tokens of type `range`. */
export function formulaTokens(text: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      // A doubled quote closes and reopens the string.
      if (character === quote) quote = '';
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    if (character !== '[' && character !== 's') continue;
    stored.lastIndex = at;
    const match = character === 's' && /[A-Za-z0-9_.]/.test(text[at - 1] ?? '') ? null : stored.exec(text);
    const ref = match === null ? null : referenceIn(match);
    if (match === null || ref === null) continue;
    tokens.push(...plainTokens(text.slice(from, at)), { type: 'range', value: match[0], ref });
    from = at + match[0].length;
    at = from - 1;
  }
  tokens.push(...plainTokens(text.slice(from)));
  return tokens;
}

function referenceIn([, sheet, colFixed, col, comma, rowFixed, row]: RegExpExecArray): Reference | null {
  if ((col === undefined && row === undefined) || (comma === ',') !== (col !== undefined && row !== undefined)) return null;
  return {
    sheet: sheet ?? null,
    col: col === undefined ? null : { id: col, fixed: colFixed === '$' },
    row: row === undefined ? null : { id: row, fixed: rowFixed === '$' },
  };
}

/** The text of a reference by ids. */
export function referenceText({ sheet, row, col }: Reference): string {
  const line = (ref: LineRef | null): string[] => (ref === null ? [] : [`${ref.fixed ? '$' : ''}${ref.id}`]);
  return `${sheet === null ? '' : `${sheet}!`}[${[...line(col), ...line(row)].join(',')}]`;
}

function plainTokens(text: string): FormulaToken[] {
  if (text === '') return [];
  // After a reference, `=` is a comparison and not the start of a formula.
  const tokens: readonly Token[] = tokenize(` ${text}`, { negativeNumbers: false, mergeRefs: true, allowTernary: true });
  return tokens
    .map(({ type, value }, index) => ({ type, value: index === 0 && value.startsWith(' ') ? value.slice(1) : value }))
    .filter(({ value }) => value !== '');
}

export const isReferenceToken = ({ type }: FormulaToken): boolean =>
  type === 'range' || type === 'range_beam' || type === 'range_ternary';
