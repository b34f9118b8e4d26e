/** use-grid: the state of a grid: the selection, the draft of the active cell, the open filter, and what others see of it. */
import { type RefObject, useEffect, useState } from 'react';

import type { Editor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { GridController } from './grid-controller.ts';
import { reveal } from './grid-place.ts';
import { at, type GridCell, type GridSelection, selectionOf } from './grid-selection.ts';
import { SelectedCells } from './selected-cells.ts';
import type { OpenSheet } from './sheet-writes.ts';
import { type Drafting, useDraft } from './use-draft.ts';
import { type GridView, useGridView } from './use-grid-view.ts';
import { defaultPx, type SheetModel } from './use-sheet.ts';
import { spanOfWanted } from './wanted-cells.ts';

export type GridProps = { readonly editor: Editor; readonly open: SheetModel; readonly onClose: () => void };

export type GridModel = {
  readonly own: OpenSheet;
  readonly open: SheetModel;
  readonly mayEdit: boolean;
  readonly view: GridView;
  readonly cells: SelectedCells;
  readonly setSelection: (selection: GridSelection) => void;
  /** The column whose filter is open. */
  readonly filtered: string | null;
  readonly setFiltered: (col: string | null) => void;
  readonly drafting: Drafting;
  readonly controller: GridController;
};

/** `host`: the element that scrolls and has the focus. */
export function useGrid({ editor, open, onClose }: GridProps, host: RefObject<HTMLDivElement | null>): GridModel {
  const { workbook, sheet } = open;
  const own: OpenSheet = { editor, workbook, sheet };
  const mayEdit = useValue(editor.mayEdit);
  const [selection, setSelection] = useState<GridSelection>(() => at({ row: 0, col: 0 }));
  const [filtered, setFiltered] = useState<string | null>(null);
  const view = useGridView(host);
  useEffect(() => host.current?.focus(), [host]);
  useWantedCells({ editor, open }, host, setSelection);

  const cells = new SelectedCells(open, selection, Math.max(1, Math.floor(view.height / defaultPx.row) - 2));
  const revealCell = (cell: GridCell): void => reveal(host.current, cell, open);
  const drafting = useDraft({
    own,
    open,
    cells,
    mayEdit,
    onReveal: revealCell,
    onLeave: () => host.current?.focus(),
  });
  useShownCell(editor, open, cells.active);
  const controller = new GridController({
    own,
    open,
    cells,
    mayEdit,
    drafting,
    setSelection,
    reveal: revealCell,
    setFiltered,
    onClose,
  });
  return { own, open, mayEdit, view, cells, setSelection, filtered, setFiltered, drafting, controller };
}

/** Selects the cells that a search or a link asks for, and scrolls to them. */
function useWantedCells(
  { editor, open }: Pick<GridProps, 'editor' | 'open'>,
  host: RefObject<HTMLElement | null>,
  onSelect: (selection: GridSelection) => void,
): void {
  const wanted = useValue(editor.cells);
  useEffect(() => {
    const span = wanted?.sheet === open.sheet.id ? spanOfWanted(wanted, open) : null;
    if (span === null) return;
    editor.cells.set(null);
    onSelect(selectionOf(span));
    reveal(host.current, { row: span.bottom, col: span.right }, open);
    reveal(host.current, { row: span.top, col: span.left }, open);
  }, [editor, open, wanted, host, onSelect]);
}

/** Shows the active cell to the other people in the document. */
function useShownCell({ session }: Editor, { sheet, rows, cols }: SheetModel, active: GridCell): void {
  const [rowId, colId] = [rows.lines[active.row]?.id, cols.lines[active.col]?.id];
  useEffect(() => {
    if (rowId !== undefined && colId !== undefined) session.show({ cell: { sheet: sheet.id, row: rowId, col: colId } });
  }, [session, sheet.id, rowId, colId]);
  useEffect(() => () => session.show({ cell: null }), [session]);
}
