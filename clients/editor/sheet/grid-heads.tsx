/** grid-heads: the letters of columns and the numbers of rows at the edges. A press selects the line, its border sizes it. */
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

export function GridHeads(props: Props) {
  const { rows, cols, scroll } = props;
  return (
    <div role="row" aria-rowindex={1}>
      {cols.map((col) => (
        <ColumnHead key={col.id} {...props} col={col} />
      ))}
      {rows.map((row) => (
        <RowHead key={row.id} {...props} row={row} />
      ))}
      <div className={css['corner']} style={{ transform: `translate(${scroll.left}px, ${scroll.top}px)` }} />
    </div>
  );
}

function ColumnHead({
  own,
  open,
  col,
  scroll,
  span,
  onSelect,
  nameOf,
  filtered,
  onFilter,
  focusAfter,
}: Props & { readonly col: ShownLine }) {
  const mayEdit = useValue(own.editor.mayEdit);
  const index = open.cols.indexOfRank(col.rank) ?? 0;
  const isFrozen = index < open.cols.frozen;
  return (
    <div
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
        // The filter opens from here and is elsewhere in the page; React passes its events up all the same.
        if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
        event.stopPropagation();
        onSelect({ anchor: { row: 0, col: index }, head: { row: open.rows.lines.length - 1, col: index } });
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
        onPointerDown={(event) => resize(own, 'col', col, event)}
        onDoubleClick={(event) => {
          event.stopPropagation();
          changeLayout(own, [{ k: 'size', axis: 'col', ids: [col.id], px: fittingWidth(open, col.id, event.currentTarget) }]);
        }}
      />
    </div>
  );
}

function RowHead({ own, open, row, scroll, span, onSelect }: Props & { readonly row: ShownLine }) {
  const index = open.rows.indexOfRank(row.rank) ?? 0;
  const isFrozen = index < open.rows.frozen;
  return (
    <div
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
        onSelect({ anchor: { row: index, col: 0 }, head: { row: index, col: open.cols.lines.length - 1 } });
      }}
    >
      {row.rank + 1}
      <span className={css['edge']} data-axis="row" onPointerDown={(event) => resize(own, 'row', row, event)} />
    </div>
  );
}

/** Sizes a line when the pointer that pressed its border is released. */
function resize(own: OpenSheet, axis: 'row' | 'col', line: ShownLine, event: PointerEvent): void {
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
}
