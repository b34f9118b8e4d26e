/** grid-paper: what scrolls in a grid: the cells in view, the frames and handles over them, and the heads of rows and columns. */
import { columnLetters } from '#core/sheet/address.ts';
import { cellKey } from '#schema/sheet.ts';

import type { ShownLine } from './axis-layout.ts';
import { CellView } from './cell-view.tsx';
import { FillHandle } from './fill-handle.tsx';
import { FormulaHelpView } from './formula-help.tsx';
import { GridHeads } from './grid-heads.tsx';
import { boxOf } from './grid-place.ts';
import { at, spanOf } from './grid-selection.ts';
import css from './grid.module.css';
import { OtherCells } from './other-cells.tsx';
import { ReferenceMarks } from './reference-marks.tsx';
import type { GridModel } from './use-grid.ts';
import { headPx } from './use-sheet.ts';

type Props = {
  readonly grid: GridModel;
  /** What the ids of its cells begin with. */
  readonly gridId: string;
  readonly shownRows: readonly ShownLine[];
  readonly shownCols: readonly ShownLine[];
  readonly host: () => HTMLElement | null;
};

export function GridPaper({ grid, gridId, shownRows, shownCols, host }: Props) {
  const { own, open, mayEdit, view, cells, setSelection, filtered, setFiltered, drafting, controller } = grid;
  const { rows, cols } = open;
  const { draft, help, change, commit } = drafting;
  const shared = { open, scroll: view, span: cells.span };
  return (
    <div className={css['paper']} style={{ width: cols.size + headPx.col, height: rows.size + headPx.row }}>
      {shownRows.map((row) => (
        <div key={row.id} role="row" aria-rowindex={row.rank + 2}>
          {shownCols.map((col) => {
            const key = cellKey(row.id, col.id);
            const isActive = key === cells.activeKey;
            const field = isActive && draft !== null ? { draft, help, onChange: change, onLeave: commit } : null;
            return (
              <CellView key={col.id} id={`${gridId}-${key}`} row={row} col={col} {...shared} isActive={isActive} editor={field} />
            );
          })}
        </div>
      ))}
      {draft === null && (
        <FillHandle
          {...shared}
          mayFill={mayEdit}
          host={host}
          isFilled={cells.isFilled}
          onFill={(to, how) => controller.fill(cells.span, to, how)}
        />
      )}
      <OtherCells session={own.editor.session} open={open} scroll={view} />
      {draft !== null && <ReferenceMarks open={open} scroll={view} text={draft.text} />}
      {draft?.where === 'cell' && (
        // A grid consists of rows of cells: this belongs to the cell that is edited, and may be larger.
        <div role="row">
          <div role="gridcell" className={css['help']} style={boxOf(open, spanOf(at(cells.active)), view)}>
            <FormulaHelpView help={help} />
          </div>
        </div>
      )}
      <GridHeads
        own={own}
        rows={shownRows}
        cols={shownCols}
        {...shared}
        onSelect={setSelection}
        nameOf={columnLetters}
        filtered={filtered}
        onFilter={setFiltered}
        focusAfter={host}
      />
    </div>
  );
}
