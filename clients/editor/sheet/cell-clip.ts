/**
 * cell-clip: what copying cells puts on the clipboard, and what pasting takes from it.
 *
 * Other spreadsheets get the shown texts; the own format has the cells as they are stored. A copied formula is pasted with its
 * references moved, a cut one unchanged. On another sheet of the document a formula refers to the same addresses there; in another
 * document cells are pasted as values with their formats. Cells are repeated over a selection whose height and width are multiples
 * of theirs, and cut off at the end of the sheet.
 */
import Type from 'typebox';

import { constantOf } from '#core/sheet/cell-input.ts';
import { textAt } from '#core/sheet/describe-sheet.ts';
import { isFormula, shownFormula } from '#core/sheet/formula-text.ts';
import { formulaIn } from '#core/sheet/live-sheet.ts';
import { movedFormula } from '#core/sheet/moved-formula.ts';
import { isPending } from '#core/sheet/value.ts';
import { limits } from '#schema/limits.ts';
import { CellInput, cellKey, type CellWrite, ColId, RowId, StoredCell } from '#schema/sheet.ts';
import { isValid } from '#schema/validate.ts';

import { writeAt } from './fill.ts';
import { areaOf, keyAt } from './grid-place.ts';
import type { GridCell, GridSpan } from './grid-selection.ts';
import { fromTsv, toTsv } from './tsv.ts';
import type { SheetModel } from './use-sheet.ts';
import { typedWrite } from './sheet-writes.ts';

export const cellsType = 'application/x-atelier-cells+json';

type ClipSheet = Pick<SheetModel, 'workbook' | 'sheet' | 'rows' | 'cols'>;

const Clip = Type.Object({
  document: Type.String(),
  sheet: Type.String(),
  isCut: Type.Boolean(),
  rows: Type.Array(RowId, { minItems: 1, maxItems: limits.cellsPerWrite }),
  cols: Type.Array(ColId, { minItems: 1, maxItems: limits.sheetColumns }),
  cells: Type.Array(Type.Union([StoredCell, Type.Null()]), { maxItems: limits.cellsPerWrite, description: 'Row by row.' }),
  results: Type.Array(Type.Union([CellInput, Type.Null()]), {
    maxItems: limits.cellsPerWrite,
    description: 'Of formulas, as constants.',
  }),
  formats: Type.Optional(
    Type.Array(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]), {
      maxItems: limits.cellsPerWrite,
      description: 'In which their cells are shown.',
    }),
  ),
});
type Clip = Type.Static<typeof Clip>;

/** By media type. */
export function clipCells(open: ClipSheet, span: GridSpan, document: string, isCut: boolean): ReadonlyMap<string, string> {
  const { workbook, sheet, rows, cols } = open;
  const lines: string[][] = [];
  const cells: (StoredCell | null)[] = [];
  const results: (CellInput | null)[] = [];
  const formats: (string | null)[] = [];
  for (let row = span.top; row <= span.bottom; row += 1) {
    const line: string[] = [];
    for (let col = span.left; col <= span.right; col += 1) {
      const key = keyAt(open, { row, col });
      const stored = sheet.cells.get(key);
      line.push(textAt(workbook, sheet, key));
      cells.push(stored ?? null);
      const content = workbook.value(sheet.id, key);
      formats.push(workbook.resultFormat(sheet.id, key) ?? null);
      results.push(formulaIn(stored) === null || isPending(content) ? null : constantOf(content));
    }
    lines.push(line);
  }
  const text = ['text/plain', toTsv(lines)] as const;
  if (areaOf(span) > limits.cellsPerWrite) return new Map([text]);
  const ids = (of: readonly { readonly id: string }[], from: number, to: number): string[] =>
    of.slice(from, to + 1).map(({ id }) => id);
  const own: Clip = {
    document,
    sheet: sheet.id,
    isCut,
    rows: ids(rows.lines, span.top, span.bottom),
    cols: ids(cols.lines, span.left, span.right),
    cells,
    results,
    formats,
  };
  return new Map([text, [cellsType, JSON.stringify(own)]]);
}

/** The writes of pasting, and the span that they cover. */
export type Pasted = { readonly writes: readonly CellWrite[]; readonly span: GridSpan };

export function pasteCells(open: ClipSheet, at: GridSpan, document: string, read: (type: string) => string): Pasted {
  const texts = fromTsv(read('text/plain'));
  const clip = clipIn(read(cellsType));
  const source = clip === null ? textSource(open, texts) : clipSource(open, clip, document);
  const [high, wide] = [repeats(at.bottom - at.top + 1, source.height), repeats(at.right - at.left + 1, source.width)];
  const span = {
    top: at.top,
    left: at.left,
    bottom: Math.min(open.rows.lines.length, at.top + high) - 1,
    right: Math.min(open.cols.lines.length, at.left + wide) - 1,
  };
  const writes: CellWrite[] = [];
  for (let row = span.top; row <= span.bottom && writes.length <= limits.cellsPerWrite; row += 1) {
    for (let col = span.left; col <= span.right; col += 1) {
      const write = source.write({ row: (row - at.top) % source.height, col: (col - at.left) % source.width }, { row, col });
      if (write !== null) writes.push(write);
    }
  }
  return { writes, span };
}

const repeats = (room: number, size: number): number => (room % size === 0 ? room : size);

type Source = {
  readonly height: number;
  readonly width: number;
  /** `from` is an index in the copied cells. */
  write(from: GridCell, to: GridCell): CellWrite | null;
};

/** Keeps the formats that the cells have. */
const textSource = (open: ClipSheet, texts: readonly (readonly string[])[]): Source => ({
  height: texts.length,
  width: texts.reduce((most, row) => Math.max(most, row.length), 1),
  write(from, { row, col }) {
    const text = texts[from.row]?.[from.col];
    const [r, c] = [open.rows.lines[row]?.id, open.cols.lines[col]?.id];
    if (text === undefined || r === undefined || c === undefined) return null;
    return { r, c, ...typedWrite(text, open.sheet.cells.get(cellKey(r, c))?.f?.nf) };
  },
});

function clipSource(open: ClipSheet, clip: Clip, document: string): Source {
  const home = clip.document === document ? open.workbook.sheets.get(clip.sheet) : undefined;
  const width = clip.cols.length;
  const inputAt = (at: number, from: GridCell, to: GridCell): CellInput | null => {
    const input = clip.cells[at]?.i ?? null;
    if (input === null || !('s' in input) || !isFormula(input.s)) return input;
    if (home === undefined) return clip.results[at] ?? null;
    const by = {
      rows: distance(home.rows.rank.get(clip.rows[from.row] ?? ''), open.rows.lines[to.row]?.rank),
      cols: distance(home.cols.rank.get(clip.cols[from.col] ?? ''), open.cols.lines[to.col]?.rank),
    };
    const there = { sheet: home, sheets: open.workbook.sheets };
    const formula = clip.isCut ? input.s : movedFormula(input.s, by, there);
    return { s: home.id === open.sheet.id ? formula : shownFormula(formula, there) };
  };
  return {
    height: clip.rows.length,
    width,
    write(from, to) {
      const at = from.row * width + from.col;
      const { i, f } = clip.cells[at] ?? {};
      const nf = home === undefined && i !== undefined && 's' in i && isFormula(i.s) ? clip.formats?.[at] : null;
      return writeAt(open, to, inputAt(at, from, to), nf === null || nf === undefined ? f : { nf, ...f });
    },
  };
}

/** Null if the row or column has been deleted. */
const distance = (from: number | undefined, to: number | undefined): number =>
  from === undefined || to === undefined ? 0 : to - Math.ceil(from);

function clipIn(text: string): Clip | null {
  if (text === '' || text.length > limits.changesetBodyBytes) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isValid(Clip, value)) return null;
    const area = value.rows.length * value.cols.length;
    return value.cells.length === area && value.results.length === area ? value : null;
  } catch {
    return null;
  }
}
