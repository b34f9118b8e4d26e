/**
 * sheet-writes: a person's writes to a sheet, planned as the server plans its calls, each as one undo step. A refused write changes
 * nothing and is reported.
 */
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { cellKey, type CellFormatPatch, type CellWrite, type LayoutChange, type SheetState } from '#schema/sheet.ts';
import { editSheet, type SheetEdit } from '#schema/ydoc/sheets.ts';

import { editedNumber, typedInput } from '#core/sheet/cell-input.ts';
import { shownFormula } from '#core/sheet/formula-text.ts';
import { shownText } from '#core/sheet/number-format.ts';
import { planLayout } from '#core/sheet/sheet-layout.ts';
import { planCells } from '#core/sheet/plan-cells.ts';
import type { Workbook } from '#core/sheet/workbook.ts';

import { storable } from '../changes/text.ts';
import type { Editor } from '../state/editor.ts';
import { jsonLength, updateParts } from '../live/update-parts.ts';
import { sheetTexts } from '../strings/sheet.ts';
import { numberWidth } from './number-width.ts';
import { defaultPx } from './use-sheet.ts';

export type OpenSheet = { readonly editor: Editor; readonly workbook: Workbook; readonly sheet: SheetState };

/** The text of a cell as it is edited: a formula in A1 notation, a date or a percentage in a cell that shows them. */
export function editedText({ workbook, sheet }: Pick<OpenSheet, 'workbook' | 'sheet'>, key: string): string {
  const { i: input, f } = sheet.cells.get(key) ?? {};
  if (input === undefined) return '';
  if ('n' in input) return editedNumber(input.n, f?.nf);
  if ('b' in input) return input.b ? 'TRUE' : 'FALSE';
  return input.s.startsWith('=') ? shownFormula(input.s, { sheet, sheets: workbook.sheets }) : input.s;
}

/**
 * Writes texts as a number with its format, a truth value, a formula or text; null empties a cell. True if they were written. A
 * column that was never sized becomes wide enough for a date or an amount that gives its cell a format.
 */
export function writeTexts(open: OpenSheet, texts: ReadonlyMap<string, string | null>): boolean {
  const writes = Array.from(texts, ([key, text]) => {
    const nf = open.sheet.cells.get(key)?.f?.nf;
    return { ...lineIds(key), ...typedWrite(text === null ? '' : storable(text, Infinity), nf) };
  });
  return writeCells(open, writes, widened(open.sheet, writes));
}

/** The widths of columns that would show a typed number as ###. */
export function widened(sheet: SheetState, writes: readonly CellWrite[]): Map<string, number> {
  const widths = new Map<string, number>();
  for (const { r, c, i, f } of writes) {
    if (sheet.sizes.has(c) || f?.nf === undefined || f.nf === null || i === null || i === undefined || !('n' in i)) continue;
    const width = Math.ceil(numberWidth(shownText(i.n, f.nf), sheet.cells.get(cellKey(r, c))?.f?.b === true));
    if (width > (widths.get(c) ?? defaultPx.col)) widths.set(c, width);
  }
  return widths;
}

/** The part of a write that types a text into a cell of a format. */
export function typedWrite(text: string, nf: string | undefined): Pick<CellWrite, 'i' | 'f'> {
  const typed = typedInput(text, nf);
  return { i: typed?.i ?? null, ...(typed?.nf !== undefined && { f: { nf: typed.nf } }) };
}

export const formatCells = (open: OpenSheet, keys: Iterable<string>, f: CellFormatPatch): boolean =>
  writeCells(
    open,
    Array.from(keys, (key) => ({ ...lineIds(key), f })),
  );

/** Bold, italic, underlined and struck through. */
export type ToggledFormat = 'b' | 'i' | 'u' | 'st';

/** All of the cells lose the format if the cell `like` has it, and get it otherwise. */
export const toggleFormat = (
  open: OpenSheet,
  keys: Iterable<string>,
  { like, format }: { readonly like: string; readonly format: ToggledFormat },
): boolean => formatCells(open, keys, { [format]: open.sheet.cells.get(like)?.f?.[format] === true ? null : true });

export function changeLayout({ editor, sheet }: OpenSheet, changes: readonly LayoutChange[]): boolean {
  const edit = planLayout(sheet, changes, { newId: (axis) => newId(axis) });
  if (isProblem(edit)) return refused(editor, edit);
  return writeEdit(editor, sheet, edit);
}

/** `sizes`: the widths of columns, in the same step. */
export function writeCells(
  { editor, workbook, sheet }: OpenSheet,
  writes: readonly CellWrite[],
  sizes: ReadonlyMap<string, number> = new Map(),
): boolean {
  const length = writes.reduce((sum, { i }) => sum + (i !== undefined && i !== null && 's' in i ? i.s.length : 0), 0);
  if (writes.length > limits.cellsPerWrite || length > charactersPerWrite) return refuseSize(editor);
  const planning = planCells(sheet, writes, workbook.sheets);
  let step = planning.next();
  while (step.done !== true) step = planning.next();
  const planned = step.value;
  if (isProblem(planned)) return refused(editor, planned);
  return writeEdit(editor, sheet, { maps: { cells: planned.changes, sizes } });
}

/** In as many updates as the server accepts at once, as one undo step. */
function writeEdit({ session }: Editor, sheet: SheetState, { maps, ...edit }: SheetEdit): boolean {
  const { cells = new Map<string, unknown>(), ...around } = maps;
  const lengthOf = ([key, cell]: readonly [string, unknown]): number => key.length + jsonLength(cell ?? sheet.cells.get(key));
  const [first = [], ...others] = updateParts([...cells], lengthOf);
  const whole: SheetEdit = { ...edit, maps: { ...around, cells: new Map(first) } };
  const edits = [whole, ...others.map((part): SheetEdit => ({ maps: { cells: new Map(part) } }))];
  return session.transactAll(edits.map((part) => (doc) => editSheet(doc, sheet.id, part)));
}

/** Every page that opens the document loads all of its text. */
const charactersPerWrite = 4_000_000;

export function refuseSize({ tell }: Editor): false {
  const most = limits.cellsPerWrite.toLocaleString('en');
  tell({ text: sheetTexts.tooManyCells(most), kind: 'failure' });
  return false;
}

function refused({ tell }: Editor, problem: Problem): false {
  tell({ text: problem.detail ?? problem.code, kind: 'failure' });
  return false;
}

function lineIds(key: string): { readonly r: string; readonly c: string } {
  const at = key.indexOf(':');
  return { r: key.slice(0, at), c: key.slice(at + 1) };
}
