/** grid-heads: the names of columns and rows at the edges; pressed they select their line, their borders size it. */
import type { PointerEvent } from 'react';

import { useValue } from '../state/signal.ts';
import type { ShownLine } from './axis-layout.ts';
import { ColumnFilter } from './column-filter.tsx';
import { fittingWidth } from './fitting-width.ts';
import type { GridSelection, GridSpan } from './grid-selection.ts';
import css from './grid.module.css';
import { changeLayout, type OpenSheet } from './sheet-writes.ts';
import { headPx, type SheetModel } from './use-sheet.ts';

type Props = {
  readonly own: OpenSheet;
  readonly open: SheetModel;
  readonly rows: readonly ShownLine[];
  readonly cols: readonly ShownLine[];
  readonly scroll: { readonly top: number; readonly left: number };
  readonly span: GridSpan;
  readonly onSelect: (selection: GridSelection) => void;
  readonly nameOf: (rank: number) => string;
  /** The column whose filter is open. */
  readonly filtered: string | null;
  readonly onFilter: (col: string | null) => void;
  readonly focusAfter: () => HTMLElement | null;
};

export function GridHeads({ own, open, rows, cols, scroll, span, onSelect, nameOf, filtered, onFilter, focusAfter }: Props) {
  const mayEdit = useValue(own.editor.mayEdit);
  const last = { row: open.rows.lines.length - 1, col: open.cols.lines.length - 1 };
  const resize = (axis: 'row' | 'col', line: ShownLine) => (event: PointerEvent) => {
    event.stopPropagation();
    event.preventDefault();
    const from = axis === 'row' ? event.clientY : event.clientX;
    window.addEventListener(
      'pointerup',
      (up) => {
        const px = Math.round(line.px + (axis === 'row' ? up.clientY : up.clientX) - from);
        if (own.editor.mayEdit.get() && px !== line.px)
          changeLayout(own, [{ k: 'size', axis, ids: [line.id], px: Math.max(16, Math.min(1_000, px)) }]);
      },
      { once: true },
    );
  };
  return (
    <div role="row" aria-rowindex={1}>
      {cols.map((col) => {
        const index = open.cols.indexOfRank(col.rank) ?? 0;
        const isFrozen = index < open.cols.frozen;
        return (
          <div
            key={col.id}
            role="columnheader"
            aria-colindex={col.rank + 2}
            className={css['head']}
            data-selected={index >= span.left && index <= span.right}
            style={{
              transform: `translate(${headPx.col + col.at + (isFrozen ? scroll.left : 0)}px, ${scroll.top}px)`,
              width: col.px,
              height: headPx.row,
              zIndex: isFrozen ? 7 : 6,
            }}
            onPointerDown={(event) => {
              // Not what is pressed in the filter, which opens from here and stands elsewhere.
              if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
              event.stopPropagation();
              onSelect({ anchor: { row: 0, col: index }, head: { row: last.row, col: index } });
            }}
          >
            {nameOf(col.rank)}
            {mayEdit && (
              <ColumnFilter
                own={own}
                col={col.id}
                name={nameOf(col.rank)}
                isOpen={filtered === col.id}
                onOpen={(isOpen) => onFilter(isOpen ? col.id : null)}
                focusAfter={focusAfter}
              />
            )}
            <span
              className={css['edge']}
              data-axis="col"
              onPointerDown={resize('col', col)}
              onDoubleClick={(event) => {
                event.stopPropagation();
                changeLayout(own, [
                  { k: 'size', axis: 'col', ids: [col.id], px: fittingWidth(open, col.id, event.currentTarget) },
                ]);
              }}
            />
          </div>
        );
      })}
      {rows.map((row) => {
        const index = open.rows.indexOfRank(row.rank) ?? 0;
        const isFrozen = index < open.rows.frozen;
        return (
          <div
            key={row.id}
            role="rowheader"
            className={css['head']}
            data-selected={index >= span.top && index <= span.bottom}
            style={{
              transform: `translate(${scroll.left}px, ${headPx.row + row.at + (isFrozen ? scroll.top : 0)}px)`,
              width: headPx.col,
              height: row.px,
              zIndex: isFrozen ? 7 : 6,
            }}
            onPointerDown={(event) => {
              event.stopPropagation();
              onSelect({ anchor: { row: index, col: 0 }, head: { row: index, col: last.col } });
            }}
          >
            {row.rank + 1}
            <span className={css['edge']} data-axis="row" onPointerDown={resize('row', row)} />
          </div>
        );
      })}
      <div className={css['corner']} style={{ transform: `translate(${scroll.left}px, ${scroll.top}px)` }} />
    </div>
  );
}
