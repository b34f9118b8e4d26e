/**
 * formula-text: converts formulas between A1 notation and the stored form.
 *
 * A1 references are resolved against the current sheet; those that name no existing cell stay unchanged and count as #REF!, and
 * a range beyond the sheet ends with it. In the other direction, references show where their cells are now, a range shows what
 * is left of it, and deleted cells are `#REF!`. Sheets are named by title, in quotes unless it is a plain word; of several with
 * the same title, the one on the same tab is meant.
 */
import type { SheetAxis, SheetState } from '#schema/sheet.ts';

import { columnIndex, columnLetters } from './address.ts';
import { foldCase } from './coerce.ts';
import { type FormulaToken, formulaTokens, isReferenceToken, type LineRef, type Reference, referenceText } from './reference.ts';
import { rangeOn, type Span } from './span.ts';

/** The sheets of a document, and the one that contains the formula. */
export type Surroundings = { readonly sheet: SheetState; readonly sheets: ReadonlyMap<string, SheetState> };

/** True if the input is a formula. */
export const isFormula = (text: string): boolean => text.length > 1 && text.startsWith('=');

/** Converts a formula with its `=` to the stored form. One that cannot be parsed is returned unchanged. */
export function storedFormula(text: string, around: Surroundings): string {
  return `=${formulaTokens(text.slice(1)).map((token) => storedToken(token, around)).join('')}`; // prettier-ignore
}

function storedToken(token: FormulaToken, around: Surroundings): string {
  if (token.ref !== undefined || !isReferenceToken(token)) return token.value;
  const [title, address] = splitTitle(token.value);
  const target = title === null ? around.sheet : sheetTitled(title, around);
  if (target === null) return token.value;
  const [first = '', second] = address.split(':');
  const corners = second === undefined ? cornersOf(first, first, target) : cornersOf(first, second, target);
  if (corners === null) return token.value;
  const [from, to] = corners;
  const resolved = referenceText({ ...from, sheet: title === null ? null : target.id });
  return second === undefined ? resolved : `${resolved}:${referenceText(to)}`;
}

/** The area that a text such as `B2`, `$A$1:B3`, `C:C` or `'My Sheet'!A1` names; null for none. */
export function areaNamed(text: string, around: Surroundings): { readonly sheet: string; readonly span: Span } | null {
  const [title, address] = splitTitle(text.trim());
  const target = title === null ? around.sheet : sheetTitled(title, around);
  if (target === null || address.length > 40) return null;
  const [first = '', second = first, ...more] = address.split(':').map((part) => part.trim());
  // A letter or a number alone is a column or row only in a range.
  if (more.length > 0 || (second === first && !address.includes(':') && !/^\$?[A-Za-z]+\$?\d+$/.test(first))) return null;
  const corners = cornersOf(first, second, target);
  const span = corners === null ? null : rangeOn(target, ...corners);
  return span === null ? null : { sheet: target.id, span };
}

/** Splits `'My Sheet'!A1` into title and address. */
function splitTitle(text: string): readonly [string | null, string] {
  const end = text.lastIndexOf('!');
  if (end < 0) return [null, text];
  const title = text.slice(0, end);
  return [title.startsWith("'") ? title.slice(1, -1).replaceAll("''", "'") : title, text.slice(end + 1)];
}

/** The sheet with this title; of several, the one on the same tab, or else the one with the first id. */
function sheetTitled(title: string, { sheet, sheets }: Surroundings): SheetState | null {
  const key = foldCase(title);
  let found: SheetState | null = null;
  const isHere = (one: SheetState): boolean => one.tabId === sheet.tabId;
  for (const other of sheets.values()) {
    if (foldCase(other.title) !== key) continue;
    const isBetter = found === null || (isHere(other) === isHere(found) ? other.id < found.id : isHere(other));
    if (isBetter) found = other;
  }
  return found;
}

type Corner = {
  readonly col: number | null;
  readonly row: number | null;
  readonly colFixed: boolean;
  readonly rowFixed: boolean;
};

function cornerIn(text: string): Corner | null {
  const match = /^(\$?)([A-Za-z]{1,3})?(\$?)([1-9]\d{0,6})?$/.exec(text);
  if (match === null) return null;
  const [, first = '', letters, second = '', digits] = match;
  if (letters === undefined && digits === undefined) return null;
  const col = letters === undefined ? null : columnIndex(letters);
  const row = digits === undefined ? null : Number(digits) - 1;
  return {
    col,
    row,
    colFixed: letters !== undefined && first === '$',
    rowFixed: (letters === undefined ? first : second) === '$',
  };
}

/** Both corners, the upper left one first. */
function cornersOf(first: string, second: string, { rows, cols }: SheetState): readonly [Reference, Reference] | null {
  const [a, b] = [cornerIn(first), cornerIn(second)];
  if (a === null || b === null) return null;
  const isSingle = first === second;
  const across = linePair([a.col, a.colFixed], [b.col, b.colFixed], cols, isSingle);
  const down = linePair([a.row, a.rowFixed], [b.row, b.rowFixed], rows, isSingle);
  if (across === undefined || down === undefined) return null;
  return [
    { sheet: null, col: across?.[0] ?? null, row: down?.[0] ?? null },
    { sheet: null, col: across?.[1] ?? null, row: down?.[1] ?? null },
  ];
}

type At = readonly [number | null, boolean];

/** Null for a range that spans the whole axis; undefined if there is no such line. A1:B ends with the sheet. */
function linePair(
  [a, aFixed]: At,
  [b, bFixed]: At,
  { ids }: SheetAxis,
  isSingle: boolean,
): readonly [LineRef, LineRef] | null | undefined {
  if (a === null && b === null) return null;
  const last = ids.length - 1;
  const [from, to] = [Math.min(a ?? 0, b ?? last), Math.max(a ?? 0, b ?? last)];
  const [first, second] = [ids[from], ids[isSingle ? to : Math.min(to, last)]];
  if (first === undefined || second === undefined) return undefined;
  const [fromFixed, toFixed] = (a ?? 0) <= (b ?? last) ? [aFixed, bFixed] : [bFixed, aFixed];
  return [
    { id: first, fixed: fromFixed },
    { id: second, fixed: toFixed },
  ];
}

/** Converts a stored formula with its `=` to A1 notation. */
export function shownFormula(text: string, around: Surroundings): string {
  const tokens = formulaTokens(text.slice(1));
  let shown = '=';
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.ref === undefined) {
      shown += token?.value ?? '';
      continue;
    }
    const to = tokens[at + 1]?.value === ':' ? tokens[at + 2]?.ref : undefined;
    shown += shownReference(token.ref, to, around);
    if (to !== undefined) at += 2;
  }
  return shown;
}

function shownReference(from: Reference, to: Reference | undefined, around: Surroundings): string {
  const target = from.sheet === null ? around.sheet : around.sheets.get(from.sheet);
  const span = target === undefined ? null : rangeOn(target, from, to ?? from);
  if (target === undefined || span === null) return '#REF!';
  const corner = (ref: Reference, row: number, col: number): string =>
    `${ref.col === null ? '' : `${ref.col.fixed ? '$' : ''}${columnLetters(col)}`}${ref.row === null ? '' : `${ref.row.fixed ? '$' : ''}${row + 1}`}`;
  const title = from.sheet === null ? '' : `${quotedTitle(target.title)}!`;
  const first = corner(from, span.top, span.left);
  return to === undefined && from.row !== null && from.col !== null
    ? `${title}${first}`
    : `${title}${first}:${corner(to ?? from, span.bottom, span.right)}`;
}

/** The title, in quotes unless it is a plain word. */
function quotedTitle(title: string): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(title) && !/^[A-Za-z]{1,3}\d+$|^[Rr]\d*[Cc]\d*$|^sheet_/.test(title);
  return isPlain ? title : `'${title.replaceAll("'", "''")}'`;
}
