/** The cells, columns and rows of a sheet that an address or a range names, and the other way round. */
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { cellAddress, type CellPosition, columnIndex, parseAddress } from '#core/sheet/address.ts';
import type { Reply } from '#schema/api.ts';
import type { Sheet } from '#schema/sheet.ts';

/** The answer to a write, with the address of each cell. */
export function addressed(reply: Reply<'writeSheet'>, { layout }: Sheet): Reply<'writeSheet'> {
  const rows = new Map(layout.rows.map((id, at) => [id, at]));
  const cols = new Map(layout.cols.map((id, at) => [id, at]));
  const cells = reply.cells.map((cell) => {
    const [row, col] = [rows.get(cell.r), cols.get(cell.c)];
    // A row or column that was inserted after the layout was read has no address here.
    return row === undefined || col === undefined ? cell : { ...cell, a1: cellAddress(row, col) };
  });
  return { ...reply, cells };
}

type CellId = { readonly r: string; readonly c: string };
type Corners = { readonly from: CellPosition; readonly to: CellPosition };

/** The cells of an address or a range. */
export function cellsIn(target: Sheet, range: string, form: 'cell' | 'range' = 'range'): CellId[] {
  const { from, to } = cornersOf(target, range, form);
  const { rows, cols } = target.layout;
  return rows.slice(from.row, to.row + 1).flatMap((r) => cols.slice(from.col, to.col + 1).map((c) => ({ r, c })));
}

export function cornersOf({ layout }: Sheet, range: string, form: 'cell' | 'range' = 'range'): Corners {
  const [first = '', last = first, ...more] = range.split(':');
  const [a, b] = [parseAddress(first), parseAddress(last)];
  if (a === null || b === null || more.length > 0 || (form === 'cell' && range.includes(':')))
    throw invalidAddress(`There is no ${form === 'cell' ? 'address' : 'range'} ${range}.`, layout);
  const from = { row: Math.min(a.row, b.row), col: Math.min(a.col, b.col) };
  const to = { row: Math.max(a.row, b.row), col: Math.max(a.col, b.col) };
  if (to.row >= layout.rows.length || to.col >= layout.cols.length) throw invalidAddress(`${range} is beyond the sheet.`, layout);
  return { from, to };
}

/** The columns `B:D` or rows `2:9`, or a single one. */
export function linesIn({ layout }: Sheet, range: string): { axis: 'row' | 'col'; ids: string[] } {
  const match = /^(?:([A-Za-z]{1,3})(?::([A-Za-z]{1,3}))?|([1-9]\d{0,6})(?::([1-9]\d{0,6}))?)$/.exec(range);
  if (match === null) throw invalidAddress(`There are no columns or rows ${range}.`, layout);
  const [, letters, lastLetters = letters, number, lastNumber = number] = match;
  const axis = letters === undefined ? 'row' : 'col';
  const lines = axis === 'row' ? layout.rows : layout.cols;
  const indexOf = (name = ''): number => (axis === 'row' ? Number(name) - 1 : columnIndex(name));
  const [a, b] = axis === 'row' ? [indexOf(number), indexOf(lastNumber)] : [indexOf(letters), indexOf(lastLetters)];
  if (Math.max(a, b) >= lines.length) throw invalidAddress(`${range} is beyond the sheet.`, layout);
  return { axis, ids: lines.slice(Math.min(a, b), Math.max(a, b) + 1) };
}

const invalidAddress = (detail: string, { rows, cols }: Sheet['layout']): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_value',
    status: 400,
    detail,
    hint: `The sheet has ${rows.length} rows and ${cols.length} columns; an address is a column's letters and a row: B2.`,
  });
