/**
 * grid: the cells of a sheet, as many as are in view, and everything that the keyboard, the pointer and the clipboard do there.
 *
 * The grid has the focus; the cell that keys go to is its active descendant. Typing begins a new text in it, F2 and Enter go on
 * with what is there, Escape leaves it as it was, and a second Escape closes the sheet.
 */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { cellAddress, columnLetters } from '#core/sheet/address.ts';
import { isSheetError } from '#core/sheet/value.ts';
import { limits } from '#schema/limits.ts';
import { cellKey } from '#schema/sheet.ts';

import type { Editor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { cellsType, clipCells, pasteCells } from './cell-clip.ts';
import { CellView } from './cell-view.tsx';
import { FillHandle } from './fill-handle.tsx';
import { type FillHow, fillWrites } from './fill.ts';
import { errorReasons } from './error-reasons.ts';
import { FormulaBar } from './formula-bar.tsx';
import { FormulaHelpView } from './formula-help.tsx';
import { GridHeads } from './grid-heads.tsx';
import { areaOf, boxOf, cellsIn, cellUnder, keyAt, type ClientPoint, reveal } from './grid-place.ts';
import { at, type GridCell, type GridSelection, type GridSpan, moveSelection, selectionOf, spanOf } from './grid-selection.ts';
import css from './grid.module.css';
import { LineMenu } from './line-menu.tsx';
import { OtherCells } from './other-cells.tsx';
import { ReferenceMarks } from './reference-marks.tsx';
import { SheetTools } from './sheet-tools.tsx';
import { editedText, type OpenSheet, refuseSize, writeCells, writeTexts } from './sheet-writes.ts';
import { useDraft } from './use-draft.ts';
import { useGridView } from './use-grid-view.ts';
import { headPx, type SheetModel, defaultPx } from './use-sheet.ts';
import { spanOfWanted } from './wanted-cells.ts';
import { sheetTexts } from '../strings/sheet.ts';

type Props = { readonly editor: Editor; readonly open: SheetModel; readonly onClose: () => void };

export function Grid({ editor, open, onClose }: Props) {
  const { workbook, values, sheet, rows, cols } = open;
  const { session } = editor;
  const own: OpenSheet = { editor, workbook, sheet };
  const mayEdit = useValue(editor.mayEdit);
  const [selection, setSelection] = useState<GridSelection>(() => at({ row: 0, col: 0 }));
  const [filtered, setFiltered] = useState<string | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const view = useGridView(host);
  const gridId = useId();
  useEffect(() => host.current?.focus(), []);

  const size = {
    rows: rows.lines.length,
    cols: cols.lines.length,
    page: Math.max(1, Math.floor(view.height / defaultPx.row) - 2),
  };
  const keyOf = (cell: GridCell): string => keyAt(open, cell);
  const isFilled = (cell: GridCell): boolean => sheet.cells.get(keyOf(cell))?.i !== undefined;
  const active: GridCell = {
    row: Math.min(selection.anchor.row, size.rows - 1),
    col: Math.min(selection.anchor.col, size.cols - 1),
  };
  const span = spanOf(selection);
  const keysIn = (): string[] => Array.from(cellsIn(span), keyOf);
  const select = (next: GridSelection): void => {
    editor.cells.set(null);
    setSelection(next);
    reveal(host.current, next.head, open);
  };
  const activeKey = keyOf(active);
  const wanted = useValue(editor.cells);
  useEffect(() => {
    const shown = wanted?.sheet === sheet.id ? spanOfWanted(wanted, open) : null;
    if (shown === null) return;
    editor.cells.set(null);
    setSelection(selectionOf(shown));
    reveal(host.current, { row: shown.bottom, col: shown.right }, open);
    reveal(host.current, { row: shown.top, col: shown.left }, open);
  }, [editor, open, sheet.id, wanted]);
  const { draft, help, begin, change, point, commit, onKey } = useDraft({
    own,
    open,
    active,
    activeKey,
    size,
    mayEdit,
    isFilled,
    onReveal: (cell) => reveal(host.current, cell, open),
    onLeave: () => host.current?.focus(),
  });
  const [rowId, colId] = [rows.lines[active.row]?.id, cols.lines[active.col]?.id];
  useEffect(() => {
    if (rowId !== undefined && colId !== undefined) session.show({ cell: { sheet: sheet.id, row: rowId, col: colId } });
  }, [session, sheet.id, rowId, colId]);
  useEffect(() => () => session.show({ cell: null }), [session]);
  const clear = (): boolean =>
    mayEdit && writeTexts(own, new Map([...cellsIn(span)].filter(isFilled).map((cell) => [keyOf(cell), null])));
  const fill = (from: GridSpan, to: GridSpan, how: FillHow): void => {
    if (!mayEdit || from.top < 0 || from.left < 0) return;
    if (areaOf(to) - areaOf(from) > limits.cellsPerWrite) refuseSize(editor);
    else if (writeCells(own, fillWrites(open, from, to, how))) setSelection(selectionOf(to));
  };
  /** The first row or column of the selection over all of it; one alone is filled from the one before. */
  const fillFromEdge = (way: 'down' | 'right'): void => {
    const { top, left, bottom, right } = span;
    if (way === 'down' && top === bottom) fill({ ...span, top: top - 1, bottom: top - 1 }, { ...span, top: top - 1 }, 'copy');
    else if (way === 'down') fill({ ...span, bottom: top }, span, 'copy');
    else if (left === right) fill({ ...span, left: left - 1, right: left - 1 }, { ...span, left: left - 1 }, 'copy');
    else fill({ ...span, right: left }, span, 'copy');
  };

  const openFilter = (): void => {
    if (mayEdit) setFiltered(cols.lines[active.col]?.id ?? null);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    const step = { key: event.key, shift: event.shiftKey, mod };
    if (draft !== null) {
      const done = onKey(event);
      if (done === null) return;
      if (done === 'done') select(moveSelection(selection, step, size, isFilled) ?? selection);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const letter = event.key.toLowerCase();
    if (event.key === 'F2' || (event.key === 'Enter' && !event.shiftKey)) begin(editedText(own, keyOf(active)));
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      clear();
    } else if (mod && letter === 'a') select({ anchor: { row: 0, col: 0 }, head: { row: size.rows - 1, col: size.cols - 1 } });
    else if (mod && letter === 'z') editor.run(event.shiftKey ? 'redo' : 'undo');
    else if (mod && letter === 'y') editor.run('redo');
    else if (event.altKey && event.key === 'ArrowDown') openFilter();
    else if (mod && !event.shiftKey && (letter === 'd' || letter === 'r')) fillFromEdge(letter === 'd' ? 'down' : 'right');
    else if (!mod && !event.altKey && event.key.length === 1) begin(event.key, { mode: 'enter' });
    else {
      const next = moveSelection(selection, step, size, isFilled);
      if (next === null) return;
      select(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (draft !== null) return;
    event.preventDefault();
    const isCut = event.type === 'cut' && mayEdit;
    for (const [type, text] of clipCells(open, span, session.documentId, isCut)) event.clipboardData.setData(type, text);
    if (isCut) clear();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (draft !== null || !mayEdit) return;
    event.preventDefault();
    const data = event.clipboardData;
    if (data.getData('text/plain') === '' && data.getData(cellsType) === '') return;
    const pasted = pasteCells(open, span, session.documentId, (type) => data.getData(type));
    if (writeCells(own, pasted.writes)) select(selectionOf(pasted.span));
  };
  const cellAt = (point: ClientPoint): GridCell | null => (host.current === null ? null : cellUnder(host.current, open, point));
  const onPointerDown = (event: PointerEvent): void => {
    const cell = cellAt(event);
    if (cell === null || event.button !== 0 || event.target instanceof HTMLTextAreaElement) return;
    const isPointed = draft !== null && point(event.shiftKey && draft.pointed !== null ? { ...draft.pointed.selection, head: cell } : at(cell)); // prettier-ignore
    if (isPointed) event.preventDefault();
    else if (!commit()) return;
    const anchor = event.shiftKey ? selection.anchor : cell;
    if (!isPointed) setSelection({ anchor, head: cell });
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('pointermove', (move) => {
      const head = cellAt(move);
      if (head !== null && isPointed) point({ anchor: cell, head });
      else if (head !== null) setSelection({ anchor, head });
    }, { signal }); // prettier-ignore
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => stop.abort(), { signal });
  };

  const shownRows = rows.between(view.top + rows.frozenPx, view.top + view.height);
  const shownCols = cols.between(view.left + cols.frozenPx, view.left + view.width);
  const value = values.value(sheet.id, activeKey);
  const address = cellAddress(rows.lines[active.row]?.rank ?? 0, cols.lines[active.col]?.rank ?? 0);
  return (
    <>
      <SheetTools own={own} keys={keysIn} activeKey={activeKey} />
      <FormulaBar
        address={address}
        text={draft?.text ?? editedText(own, activeKey)}
        draft={draft}
        help={help}
        fault={isSheetError(value) ? errorReasons[value.e] : null}
        mayEdit={mayEdit}
        onBegin={(text) => begin(text, { where: 'bar' })}
        onChange={change}
        onKeyDown={onKeyDown}
        onLeave={commit}
      />
      <LineMenu own={own} open={open} selection={span} onFilter={openFilter}>
        <div
          ref={host}
          className={css['grid']}
          role="grid"
          data-scrolls
          aria-label={sheetTexts.cellsOf(sheet.title)}
          aria-rowcount={sheet.rows.ids.length + 1}
          aria-colcount={sheet.cols.ids.length + 1}
          aria-multiselectable
          aria-activedescendant={`${gridId}-${activeKey}`}
          aria-readonly={!mayEdit}
          tabIndex={0}
          onKeyDown={(event) => isWithin(event) && onKeyDown(event)}
          onCopy={(event) => isWithin(event) && onCopy(event)}
          onCut={(event) => isWithin(event) && onCopy(event)}
          onPaste={(event) => isWithin(event) && onPaste(event)}
          onPointerDown={(event) => isWithin(event) && onPointerDown(event)}
          onDoubleClick={(event) => isWithin(event) && begin(editedText(own, activeKey))}
        >
          <div className={css['paper']} style={{ width: cols.size + headPx.col, height: rows.size + headPx.row }}>
            {shownRows.map((row) => (
              <div key={row.id} role="row" aria-rowindex={row.rank + 2}>
                {shownCols.map((col) => (
                  <CellView
                    key={col.id}
                    id={`${gridId}-${cellKey(row.id, col.id)}`}
                    open={open}
                    row={row}
                    col={col}
                    scroll={view}
                    span={span}
                    isActive={cellKey(row.id, col.id) === activeKey}
                    editor={
                      cellKey(row.id, col.id) === activeKey && draft !== null
                        ? { draft, help, onChange: change, onLeave: commit }
                        : null
                    }
                  />
                ))}
              </div>
            ))}
            {draft === null && (
              <FillHandle
                open={open}
                scroll={view}
                span={span}
                mayFill={mayEdit}
                host={() => host.current}
                isFilled={isFilled}
                onFill={(to, how) => fill(span, to, how)}
              />
            )}
            <OtherCells session={session} open={open} scroll={view} />
            {draft !== null && <ReferenceMarks open={open} scroll={view} text={draft.text} />}
            {draft?.where === 'cell' && (
              <div className={css['help']} style={boxOf(open, spanOf(at(active)), view)}>
                <FormulaHelpView help={help} />
              </div>
            )}
            <GridHeads
              own={own}
              rows={shownRows}
              cols={shownCols}
              open={open}
              scroll={view}
              span={span}
              onSelect={setSelection}
              nameOf={columnLetters}
              filtered={filtered}
              onFilter={setFiltered}
              focusAfter={() => host.current}
            />
          </div>
        </div>
      </LineMenu>
    </>
  );
}

/** False for events of what opens from the grid and stands elsewhere. */
const isWithin = ({ currentTarget, target }: SyntheticEvent): boolean => target instanceof Node && currentTarget.contains(target);
