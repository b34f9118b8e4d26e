/**
 * plan-cells: plans a write of cells: all of its changes, or a refusal.
 *
 * Formulas come in A1 notation or by ids and are stored by ids, resolved against the sheet before the write. An input replaces
 * the previous one, a format is patched key by key, and a cell without either is deleted. NUL and lone surrogates are removed
 * from texts. A full sheet still accepts writes that do not fill it further.
 */
import { exceeds } from '#core/notation/characters.ts';
import { quoteShort } from '#core/notation/quote.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { type CellInput, cellKey, type CellWrite, numberFormats, type SheetState, type StoredCell } from '#schema/sheet.ts';
import { cleanText } from '#schema/ydoc/coerce.ts';

import { fieldInput } from './cell-input.ts';
import type { CsvFile } from './csv.ts';
import { pieces } from './pieces.ts';
import { isFormula, storedFormula } from './formula-text.ts';
import { isFormat } from './number-format.ts';

/** By key; null for deleted cells. */
export type CellChanges = ReadonlyMap<string, StoredCell | null>;
type Sheets = ReadonlyMap<string, SheetState>;

type Landed = { readonly landed: readonly CellWrite[]; readonly changes: CellChanges };

/**
 * `landed` is the write with its formulas by ids. Pauses every few cells. Refuses with invalid_value with `index`, too_large
 * with `limit`.
 */
export function* planCells(sheet: SheetState, writes: readonly CellWrite[], sheets: Sheets): Generator<void, Landed | Problem> {
  if (writes.length > limits.cellsPerWrite) return problem('too_large', { limit: limits.cellsPerWrite });
  const changes = new Map<string, StoredCell | null>();
  const landed: CellWrite[] = [];
  for (const [index, given] of writes.entries()) {
    if (index % pieces === 0) yield;
    const write = given.i === undefined || given.i === null ? given : { ...given, i: cleanInput(given.i) };
    const key = cellKey(write.r, write.c);
    const refused = refuseCell(sheet, write);
    if (refused !== null) return problem('invalid_value', { ...refused, index });
    const before = changes.has(key) ? changes.get(key) : sheet.cells.get(key);
    const input = write.i === undefined ? before?.i : write.i === null ? undefined : storedInput(write.i, sheet, sheets);
    const tooLong = input === undefined ? null : refuseStored(input);
    if (tooLong !== null) return problem('invalid_value', { ...tooLong, index });
    changes.set(key, cellOf(input, formatAfter(before?.f, write.f)));
    landed.push({ ...write, ...(write.i !== undefined && { i: input ?? null }) });
  }
  return refuseFull(sheet, changes) ?? { landed, changes };
}

/** Replaces all cells by those of a file; formats stay; dates and amounts bring theirs. Refuses like planCells, without `index`. */
export function* planFile(sheet: SheetState, { rows, point }: CsvFile, sheets: Sheets): Generator<void, CellChanges | Problem> {
  const changes = new Map<string, StoredCell | null>();
  for (const [key, { f }] of sheet.cells) changes.set(key, cellOf(undefined, f));
  for (const [y, row] of rows.entries()) {
    yield;
    for (const [x, field] of row.entries()) {
      const [r, c] = [sheet.rows.ids[y], sheet.cols.ids[x]];
      if (field.text === '' || r === undefined || c === undefined) continue;
      const key = cellKey(r, c);
      const before = sheet.cells.get(key)?.f;
      const read = fieldInput({ ...field, text: cleanText(field.text, Infinity) }, { nf: before?.nf, point });
      if (read === null) continue;
      const refused = refuseInput(read.i);
      if (refused !== null) return problem('invalid_value', refused);
      const stored = storedInput(read.i, sheet, sheets);
      const tooLong = refuseStored(stored);
      if (tooLong !== null) return problem('invalid_value', tooLong);
      changes.set(key, cellOf(stored, read.nf === undefined ? before : { ...before, nf: read.nf }));
    }
  }
  return refuseFull(sheet, changes) ?? changes;
}

type CellRefusal = { readonly field: string; readonly detail: string; readonly hint: string };

function refuseCell({ rows, cols }: SheetState, { r, c, i, f }: CellWrite): CellRefusal | null {
  if (!Number.isInteger(rows.rank.get(r))) return { field: 'r', detail: `The sheet has no row ${r}.`, hint: byId };
  if (!Number.isInteger(cols.rank.get(c))) return { field: 'c', detail: `The sheet has no column ${c}.`, hint: byId };
  if (f?.nf !== undefined && f.nf !== null && !isFormat(f.nf))
    return { field: 'nf', detail: `${quoteShort(f.nf, 60)} is not a number format.`, hint: formatHint };
  return i === undefined || i === null ? null : refuseInput(i);
}

const byId = 'Rows and columns are named by the ids in the layout of the sheet.';
const formatHint = `nf takes ${numberFormats.join(', ')}, or a format code such as #,##0.00 or yyyy-mm-dd.`;

function refuseInput(input: CellInput): CellRefusal | null {
  if (!('s' in input)) return null;
  // A formula by ids is longer than in A1 notation.
  const most = isFormula(input.s) ? limits.formulaCharacters * 8 : limits.cellCharacters;
  return exceeds(input.s, most)
    ? { field: 'i', detail: `A cell has at most ${most.toLocaleString('en')} characters.`, hint: 'Shorten it.' }
    : null;
}

/** A formula by ids, within the length that readers and editors accept. */
function refuseStored(input: CellInput): CellRefusal | null {
  if (!('s' in input) || input.s.length <= limits.cellCharacters) return null;
  const isTooLong = exceeds(input.s, limits.cellCharacters * 2) || new TextEncoder().encode(input.s).length > limits.stringBytes;
  return isTooLong ? { field: 'i', detail: 'The formula is too long.', hint: 'Split it over several cells.' } : null;
}

/** The input with clean text. */
const cleanInput = (input: CellInput): CellInput => ('s' in input ? { s: cleanText(input.s, Infinity) } : input);

/** The input with its formula by ids. */
const storedInput = (input: CellInput, sheet: SheetState, sheets: Sheets): CellInput =>
  's' in input && isFormula(input.s) ? { s: storedFormula(input.s, { sheet, sheets }) } : input;

function formatAfter(before: StoredCell['f'], patch: CellWrite['f']): StoredCell['f'] {
  const entries = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null);
  const members = Object.fromEntries(entries.map(([key, value]) => [key, isColor(key, value) ? value.toLowerCase() : value]));
  return Object.keys(members).length === 0 ? undefined : (members as StoredCell['f']);
}

const isColor = (key: string, value: unknown): value is string => (key === 'bg' || key === 'fc') && typeof value === 'string';

const cellOf = (i: StoredCell['i'], f: StoredCell['f']): StoredCell | null =>
  i === undefined && f === undefined ? null : { ...(i !== undefined && { i }), ...(f !== undefined && { f }) };

/** Refuses a write that fills a full sheet further. */
function refuseFull({ cells }: SheetState, changes: CellChanges): Problem | null {
  let count = cells.size;
  for (const [key, cell] of changes) count += (cell === null ? 0 : 1) - (cells.has(key) ? 1 : 0);
  return count > Math.max(cells.size, limits.sheetCells) ? problem('too_large', { limit: limits.sheetCells }) : null;
}
