/** grid-selection: the selected cells, and where keys move the selection. Indices are among the shown lines. */

export type GridCell = { readonly row: number; readonly col: number };
export type GridSelection = {
  readonly anchor: GridCell;
  readonly head: GridCell;
  /** The column where Tab began to fill in a row: Enter goes to the same column of the next row. */
  readonly rowStart?: number;
};
export type GridSpan = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

export type GridSize = { readonly rows: number; readonly cols: number; readonly page: number };
export type KeyStep = { readonly key: string; readonly shift: boolean; readonly mod: boolean };
type IsFilled = (cell: GridCell) => boolean;

export const at = (cell: GridCell): GridSelection => ({ anchor: cell, head: cell });

/** A selection of the whole span, from its top left corner. */
export const selectionOf = ({ top, left, bottom, right }: GridSpan): GridSelection => ({
  anchor: { row: top, col: left },
  head: { row: bottom, col: right },
});

export const spanOf = ({ anchor, head }: GridSelection): GridSpan => ({
  top: Math.min(anchor.row, head.row),
  left: Math.min(anchor.col, head.col),
  bottom: Math.max(anchor.row, head.row),
  right: Math.max(anchor.col, head.col),
});

/** The selection after a key; null if the key does not move it. With Shift the anchor stays and only the head moves. */
export function moveSelection(
  selection: GridSelection,
  { key, shift, mod }: KeyStep,
  size: GridSize,
  isFilled: IsFilled,
): GridSelection | null {
  const head = headAfter(selection, { key, mod, shift }, size, isFilled);
  if (head === null) return null;
  const target = within(head, size);
  if (key === 'Tab') return { ...at(target), rowStart: selection.rowStart ?? selection.anchor.col };
  const extends_ = shift && key !== 'Enter';
  return extends_ ? { anchor: selection.anchor, head: target } : at(target);
}

function headAfter(
  { anchor, head, rowStart }: GridSelection,
  { key, mod, shift }: KeyStep,
  size: GridSize,
  isFilled: IsFilled,
): GridCell | null {
  const way = ways.get(key);
  if (way !== undefined) return mod ? edge(head, way, size, isFilled) : { row: head.row + way.row, col: head.col + way.col };
  switch (key) {
    case 'Home':
      return { row: mod ? 0 : head.row, col: 0 };
    case 'End':
      return { row: mod ? size.rows - 1 : head.row, col: size.cols - 1 };
    case 'PageDown':
      return { ...head, row: head.row + size.page };
    case 'PageUp':
      return { ...head, row: head.row - size.page };
    case 'Tab':
      return { ...anchor, col: anchor.col + (shift ? -1 : 1) };
    case 'Enter':
      return { row: anchor.row + (shift ? -1 : 1), col: rowStart ?? anchor.col };
    default:
      return null;
  }
}

const ways: ReadonlyMap<string, GridCell> = new Map([
  ['ArrowUp', { row: -1, col: 0 }],
  ['ArrowDown', { row: 1, col: 0 }],
  ['ArrowLeft', { row: 0, col: -1 }],
  ['ArrowRight', { row: 0, col: 1 }],
]);

/**
 * The edge of the filled cells, as in other spreadsheets: from a filled cell the last one before a gap, or else the next filled
 * one, or else the end of the sheet.
 */
function edge(from: GridCell, way: GridCell, size: GridSize, isFilled: IsFilled): GridCell {
  const next = (cell: GridCell): GridCell => ({ row: cell.row + way.row, col: cell.col + way.col });
  const isOn = ({ row, col }: GridCell): boolean => row >= 0 && col >= 0 && row < size.rows && col < size.cols;
  let cell = from;
  const runs = isFilled(from) && isOn(next(from)) && isFilled(next(from));
  while (isOn(next(cell))) {
    if (runs && !isFilled(next(cell))) break;
    cell = next(cell);
    if (!runs && isFilled(cell)) break;
  }
  return cell;
}

const within = ({ row, col }: GridCell, { rows, cols }: GridSize): GridCell => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  col: Math.max(0, Math.min(cols - 1, col)),
});
