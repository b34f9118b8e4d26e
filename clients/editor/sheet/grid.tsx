/**
 * grid: the cells of a sheet, with the tools and the formula bar above them.
 *
 * The grid has the focus; the cell that keys act on is its active descendant. Typing replaces what is in the cell, F2 and Enter
 * edit it, Escape restores it, and a second Escape closes the sheet.
 */
import { useId, useRef } from 'react';

import { cellAddress } from '#core/sheet/address.ts';
import { isSheetError } from '#core/sheet/value.ts';

import { sheetTexts } from '../strings/sheet.ts';
import { errorReasons } from './error-reasons.ts';
import { FormulaBar } from './formula-bar.tsx';
import { useGridEvents } from './use-grid-events.ts';
import { GridPaper } from './grid-paper.tsx';
import css from './grid.module.css';
import { LineMenu } from './line-menu.tsx';
import { SheetTools } from './sheet-tools.tsx';
import { editedText } from './sheet-writes.ts';
import { type GridProps, useGrid } from './use-grid.ts';

export function Grid(props: GridProps) {
  const host = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const grid = useGrid(props, host);
  const { own, open, mayEdit, view, cells, drafting, controller } = grid;
  const { sheet, rows, cols } = open;
  const { draft, help, begin, change, commit } = drafting;
  const { onBarKeyDown, ...events } = useGridEvents(grid, host);
  const shownRows = rows.between(view.top + rows.frozenPx, view.top + view.height);
  const shownCols = cols.between(view.left + cols.frozenPx, view.left + view.width);
  const isActiveShown =
    shownRows.some(({ id }) => id === rows.lines[cells.active.row]?.id) &&
    shownCols.some(({ id }) => id === cols.lines[cells.active.col]?.id);
  const value = open.values.value(sheet.id, cells.activeKey);
  return (
    <>
      <SheetTools own={own} keys={cells.keys} activeKey={cells.activeKey} />
      <FormulaBar
        address={cellAddress(rows.lines[cells.active.row]?.rank ?? 0, cols.lines[cells.active.col]?.rank ?? 0)}
        text={draft?.text ?? editedText(own, cells.activeKey)}
        draft={draft}
        help={help}
        fault={isSheetError(value) ? errorReasons[value.e] : null}
        mayEdit={mayEdit}
        onBegin={(text) => begin(text, { where: 'bar' })}
        onChange={change}
        onKeyDown={onBarKeyDown}
        onLeave={commit}
      />
      <LineMenu own={own} open={open} selection={cells.span} onFilter={controller.openFilter}>
        <div
          ref={host}
          className={css['grid']}
          role="grid"
          data-scrolls
          aria-label={sheetTexts.cellsOf(sheet.title)}
          aria-rowcount={sheet.rows.ids.length + 1}
          aria-colcount={sheet.cols.ids.length + 1}
          aria-multiselectable
          aria-activedescendant={isActiveShown ? `${gridId}-${cells.activeKey}` : undefined}
          aria-readonly={!mayEdit}
          tabIndex={0}
          {...events}
        >
          <GridPaper {...{ grid, gridId, shownRows, shownCols }} host={() => host.current} />
        </div>
      </LineMenu>
    </>
  );
}
