/**
 * reference: how a formula names cells: by ids, `[col_x,row_y]`, in what is stored, and by A1 addresses in what people read.
 *
 * E1  `$` stands before each id as it stood before letters and digits. A whole column is `[col_x]`, a whole row `[row_y]`; a
 *     range is two of them with a colon. Another sheet's id comes before the first, `sheet_z![col_x,row_y]`.
 * E2  Both ways of writing are read by one scanner that looks at each character once, whatever it finds.
 */
import { type Token, tokenize } from '@borgar/fx';

export type LineRef = { readonly id: string; readonly fixed: boolean };
export type Reference = { readonly sheet: string | null; readonly row: LineRef | null; readonly col: LineRef | null };

export type FormulaToken = { readonly type: string; readonly value: string; readonly ref?: Reference };

const stored = /(?:(sheet_[a-z0-9]{16,40})!)?\[(?:(\$?)(col_[a-z0-9]{16,40}))?(,?)(?:(\$?)(row_[a-z0-9]{16,40}))?\]/y;

/** [E2] The tokens of a formula's text after `=`: references by id as tokens of their own, of type `range`. */
export function formulaTokens(text: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      // A doubled quote closes and opens again.
      if (character === quote) quote = '';
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    if (character !== '[' && character !== 's') continue;
    stored.lastIndex = at;
    const found = character === 's' && /[A-Za-z0-9_.]/.test(text[at - 1] ?? '') ? null : stored.exec(text);
    const ref = found === null ? null : referenceIn(found);
    if (found === null || ref === null) continue;
    tokens.push(...plainTokens(text.slice(from, at)), { type: 'range', value: found[0], ref });
    from = at + found[0].length;
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

/** [E1] */
export function referenceText({ sheet, row, col }: Reference): string {
  const line = (ref: LineRef | null): string[] => (ref === null ? [] : [`${ref.fixed ? '$' : ''}${ref.id}`]);
  return `${sheet === null ? '' : `${sheet}!`}[${[...line(col), ...line(row)].join(',')}]`;
}

function plainTokens(text: string): FormulaToken[] {
  if (text === '') return [];
  // What follows a reference may begin with `=`, which is a comparison there and no beginning of a formula.
  const tokens: readonly Token[] = tokenize(` ${text}`, { negativeNumbers: false, mergeRefs: true, allowTernary: true });
  return tokens
    .map(({ type, value }, index) => ({ type, value: index === 0 && value.startsWith(' ') ? value.slice(1) : value }))
    .filter(({ value }) => value !== '');
}

export const isReferenceToken = ({ type }: FormulaToken): boolean =>
  type === 'range' || type === 'range_beam' || type === 'range_ternary';
