/**
 * grid-controller: what keys, the clipboard and the pointer do to the cells of an open sheet. The grid creates one for each
 * rendering, so that it acts on what is shown.
 */
import { limits } from '#schema/limits.ts';

import { cellsType, clipCells, pasteCells } from './cell-clip.ts';
import type { CellDraft } from './cell-draft.ts';
import { edgeFill, type FillHow, fillWrites } from './fill.ts';
import { gridAction, type GridStroke } from './grid-keys.ts';
import { areaOf } from './grid-place.ts';
import { at, type GridCell, type GridSelection, type GridSpan, moveSelection, selectionOf } from './grid-selection.ts';
import type { SelectedCells } from './selected-cells.ts';
import {
  changeLayout,
  editedText,
  type OpenSheet,
  refuseSize,
  type ToggledFormat,
  toggleFormat,
  widened,
  writeCells,
  writeTexts,
} from './sheet-writes.ts';
import type { Drafting } from './use-draft.ts';
import type { SheetModel } from './use-sheet.ts';

export type GridContext = {
  readonly own: OpenSheet;
  readonly open: SheetModel;
  readonly cells: SelectedCells;
  readonly mayEdit: boolean;
  readonly drafting: Pick<Drafting, 'draft' | 'begin' | 'commit' | 'point'>;
  readonly setSelection: (selection: GridSelection) => void;
  readonly reveal: (cell: GridCell) => void;
  /** Opens the filter of a column. */
  readonly setFiltered: (col: string) => void;
  readonly onClose: () => void;
};

type Clipboard = Pick<DataTransfer, 'getData' | 'setData'>;

/** What a pressed pointer does until it is released: selects cells, or puts their address into the formula being edited. */
export type GridDrag = { readonly over: (cell: GridCell) => void; readonly isPointing: boolean };

export class GridController {
  readonly #context: GridContext;

  constructor(context: GridContext) {
    this.#context = context;
  }

  /** Selects cells and scrolls to the head of the selection. */
  readonly select = (selection: GridSelection): void => {
    this.#context.own.editor.cells.set(null);
    this.#context.setSelection(selection);
    this.#context.reveal(selection.head);
  };

  /** A key while the active cell is not being edited; false if the grid has no use for it. */
  key(stroke: GridStroke): boolean {
    const { own, cells, drafting, onClose } = this.#context;
    const action = gridAction(stroke);
    switch (action.kind) {
      case 'edit':
        this.edit();
        return true;
      case 'type':
        drafting.begin(action.text, { mode: 'enter' });
        return true;
      case 'close':
        onClose();
        return true;
      case 'clear':
        this.clear();
        return true;
      case 'select-all':
        this.select({ anchor: { row: 0, col: 0 }, head: { row: cells.size.rows - 1, col: cells.size.cols - 1 } });
        return true;
      case 'undo':
      case 'redo':
        own.editor.run(action.kind);
        return true;
      case 'filter':
        this.openFilter();
        return true;
      case 'fill-down':
      case 'fill-right':
        this.#fillFromEdge(action.kind === 'fill-down' ? 'down' : 'right');
        return true;
      case 'format':
        this.#toggle(action.format);
        return true;
      case 'move':
        return this.#move(stroke);
    }
  }

  /** Moves on from a cell whose draft has been written. Tab from the last column and Enter from the last row add one. */
  moveOn(stroke: GridStroke): void {
    const { cells } = this.#context;
    const axis = this.#grows(stroke);
    const size = {
      ...cells.size,
      rows: cells.size.rows + (axis === 'row' ? 1 : 0),
      cols: cells.size.cols + (axis === 'col' ? 1 : 0),
    };
    this.select(moveSelection(cells.selection, stroke, size, cells.isFilled) ?? cells.selection);
  }

  /** Edits what is in the active cell. */
  readonly edit = (): void => {
    const { own, cells, drafting } = this.#context;
    drafting.begin(editedText(own, cells.activeKey));
  };

  readonly openFilter = (): void => {
    const { open, cells, mayEdit, setFiltered } = this.#context;
    const col = open.cols.lines[cells.active.col];
    if (mayEdit && col !== undefined) setFiltered(col.id);
  };

  clear(): void {
    const { own, cells, mayEdit } = this.#context;
    if (mayEdit) writeTexts(own, new Map(cells.filledKeys().map((key) => [key, null])));
  }

  #toggle(format: ToggledFormat): void {
    const { own, cells, mayEdit } = this.#context;
    if (mayEdit) toggleFormat(own, cells.keys(), { like: cells.activeKey, format });
  }

  fill(from: GridSpan, to: GridSpan, how: FillHow): void {
    const { own, open, mayEdit, setSelection } = this.#context;
    if (!mayEdit || from.top < 0 || from.left < 0) return;
    if (areaOf(to) - areaOf(from) > limits.cellsPerWrite) refuseSize(own.editor);
    else if (writeCells(own, fillWrites(open, from, to, how))) setSelection(selectionOf(to));
  }

  /** False while a cell is being edited, whose field copies then. */
  copy(clipboard: Clipboard, type: 'copy' | 'cut'): boolean {
    const { own, open, cells, mayEdit, drafting } = this.#context;
    if (drafting.draft !== null) return false;
    const isCut = type === 'cut' && mayEdit;
    const clip = clipCells(open, cells.span, own.editor.session.documentId, isCut);
    for (const [format, text] of clip) clipboard.setData(format, text);
    if (isCut) this.clear();
    return true;
  }

  /** False while a cell is being edited, whose field pastes then. */
  paste(clipboard: Clipboard): boolean {
    const { own, open, cells, mayEdit, drafting } = this.#context;
    if (drafting.draft !== null || !mayEdit) return false;
    if (clipboard.getData('text/plain') === '' && clipboard.getData(cellsType) === '') return true;
    const pasted = pasteCells(open, cells.span, own.editor.session.documentId, (format) => clipboard.getData(format));
    if (writeCells(own, pasted.writes, widened(own.sheet, pasted.writes))) this.select(selectionOf(pasted.span));
    return true;
  }

  /** The pointer is pressed on a cell; null if the cell being edited cannot be left. */
  press(cell: GridCell, { shift }: { readonly shift: boolean }): GridDrag | null {
    const { cells, drafting, setSelection } = this.#context;
    if (drafting.draft !== null && drafting.point(pointedSelection(drafting.draft, cell, shift)))
      return { over: (head) => void drafting.point({ anchor: cell, head }), isPointing: true };
    if (!drafting.commit()) return null;
    const anchor = shift ? cells.selection.anchor : cell;
    setSelection({ anchor, head: cell });
    return { over: (head) => setSelection({ anchor, head }), isPointing: false };
  }

  /** Adds a line where the key leads out of the sheet from a filled cell. */
  #grows({ key, shift }: GridStroke): 'row' | 'col' | null {
    const { own, cells, mayEdit } = this.#context;
    const axis = key === 'Tab' ? 'col' : 'row';
    const { sheet } = own;
    const [isLast, isFull] =
      axis === 'col'
        ? [cells.active.col === cells.size.cols - 1, sheet.cols.ids.length >= limits.sheetColumns]
        : [cells.active.row === cells.size.rows - 1, sheet.rows.ids.length >= limits.sheetRows];
    const isFilled = own.workbook.sheets.get(sheet.id)?.cells.get(cells.activeKey)?.i !== undefined;
    if (shift || !mayEdit || !isLast || isFull || !isFilled) return null;
    return changeLayout(own, [{ k: 'insert', axis, count: 1 }]) ? axis : null;
  }

  #move(stroke: GridStroke): boolean {
    const { selection, size, isFilled } = this.#context.cells;
    const next = moveSelection(selection, stroke, size, isFilled);
    if (next !== null) this.select(next);
    return next !== null;
  }

  #fillFromEdge(direction: 'down' | 'right'): void {
    const { from, to } = edgeFill(this.#context.cells.span, direction);
    this.fill(from, to, 'copy');
  }
}

/** With Shift, the cells that were last pointed at extend to the cell. */
const pointedSelection = ({ pointed }: CellDraft, cell: GridCell, shift: boolean): GridSelection =>
  shift && pointed !== null ? { ...pointed.selection, head: cell } : at(cell);
