/**
 * selected-cells: the selection of a grid on the rows and columns that are shown: which cells it covers, and which one is active.
 */
import { cellsIn, keyAt } from './grid-place.ts';
import { type GridCell, type GridSelection, type GridSize, type GridSpan, spanOf } from './grid-selection.ts';
import type { SheetModel } from './use-sheet.ts';

export class SelectedCells {
  readonly selection: GridSelection;
  readonly size: GridSize;
  /** The cell that keys act on. */
  readonly active: GridCell;
  readonly activeKey: string;
  readonly span: GridSpan;
  readonly #open: SheetModel;

  /** `page`: the rows that Page Up and Page Down move by. */
  constructor(open: SheetModel, selection: GridSelection, page: number) {
    this.#open = open;
    this.selection = selection;
    this.size = { rows: open.rows.lines.length, cols: open.cols.lines.length, page };
    // Rows and columns can disappear under the selection.
    this.active = {
      row: Math.min(selection.anchor.row, this.size.rows - 1),
      col: Math.min(selection.anchor.col, this.size.cols - 1),
    };
    this.activeKey = keyAt(open, this.active);
    this.span = spanOf(selection);
  }

  readonly isFilled = (cell: GridCell): boolean => this.#open.sheet.cells.get(keyAt(this.#open, cell))?.i !== undefined;

  /** Row by row. */
  readonly keys = (): string[] => Array.from(cellsIn(this.span), (cell) => keyAt(this.#open, cell));

  filledKeys(): string[] {
    return Array.from(cellsIn(this.span))
      .filter(this.isFilled)
      .map((cell) => keyAt(this.#open, cell));
  }
}
