/**
 * grid: the cells of a sheet, as many as are in view, and everything that the keyboard, the pointer and the clipboard do there.
 *
 * The grid has the focus; the cell that keys go to is its active descendant. Typing begins a new text in it, F2 and Enter go on
 * with what is there, Escape leaves it as it was, and a second Escape closes the sheet.
 */
import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';

import { cellAddress, columnLetters } from '#core/sheet/address.ts';
import { textAt } from '#core/sheet/describe.ts';
import { cellKey } from '#schema/sheet.ts';

import type { Editor } from '../document/editor.ts';
import { useStore } from '../live/store.ts';
import { CellView } from './cell-view.tsx';
import { FormulaBar } from './formula-bar.tsx';
import { GridHeads } from './grid-heads.tsx';
import { at, type GridCell, type GridSelection, moved, spanOf } from './grid-selection.ts';
import css from './grid.module.css';
import { LineMenu } from './line-menu.tsx';
import { SheetTools } from './sheet-tools.tsx';
import { editedText, type OpenSheet, writeTexts } from './sheet-writes.ts';
import { fromTsv, toTsv } from './tsv.ts';
import { headPx, type Sheet, usualPx } from './use-sheet.ts';

type Props = { readonly editor: Editor; readonly open: Sheet; readonly onClose: () => void };
type View = { readonly top: number; readonly left: number; readonly width: number; readonly height: number };

export function Grid({ editor, open, onClose }: Props) {
  const { workbook, sheet, rows, cols } = open;
  const own: OpenSheet = { editor, workbook, sheet };
  const mayEdit = useStore(editor.mayEdit);
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 0, height: 0 });
  const [selection, setSelection] = useState<GridSelection>(() => at({ row: 0, col: 0 }));
  /** What is being written into the active cell; `written` is ahead of what is drawn, for a field that goes also loses the focus. */
  const [typed, drawTyped] = useState<string | null>(null);
  const written = useRef<string | null>(null);
  const setTyped = (text: string | null): void => {
    written.current = text;
    drawTyped(text);
  };
  const host = useRef<HTMLDivElement>(null);
  const gridId = useId();
  useEffect(() => host.current?.focus(), []);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setView({ top: element.scrollTop, left: element.scrollLeft, width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const size = { rows: rows.lines.length, cols: cols.lines.length, page: Math.max(1, Math.floor(view.height / usualPx.row) - 2) };
  const keyOf = ({ row, col }: GridCell): string => cellKey(rows.lines[row]?.id ?? '', cols.lines[col]?.id ?? '');
  const isFilled = (cell: GridCell): boolean => sheet.cells.get(keyOf(cell))?.i !== undefined;
  const active: GridCell = {
    row: Math.min(selection.anchor.row, size.rows - 1),
    col: Math.min(selection.anchor.col, size.cols - 1),
  };
  const span = spanOf(selection);
  const keysIn = (): string[] => {
    const keys: string[] = [];
    for (let row = span.top; row <= span.bottom; row += 1)
      for (let col = span.left; col <= span.right; col += 1) keys.push(keyOf({ row, col }));
    return keys;
  };
  const select = (next: GridSelection): void => {
    setSelection(next);
    reveal(host.current, next.head, open);
  };
  const commit = (): boolean => {
    const text = written.current;
    if (text === null) return true;
    const key = keyOf(active);
    // What was only looked at is no step of the undo.
    if (text !== editedText(own, key) && !writeTexts(own, new Map([[key, text === '' ? null : text]]))) return false;
    setTyped(null);
    host.current?.focus();
    return true;
  };
  const begin = (text: string): void => {
    if (mayEdit) setTyped(text);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    const step = { key: event.key, shift: event.shiftKey, mod };
    if (typed !== null) {
      if (event.key === 'Escape') setTyped(null);
      else if ((event.key === 'Enter' && !event.altKey) || event.key === 'Tab') {
        if (commit()) select(moved(selection, step, size, isFilled) ?? selection);
      } else return;
      event.preventDefault();
      event.stopPropagation();
      host.current?.focus();
      return;
    }
    if (event.key === 'F2' || (event.key === 'Enter' && !event.shiftKey)) begin(editedText(own, keyOf(active)));
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (mayEdit) writeTexts(own, new Map(keysIn().map((key) => [key, null])));
    } else if (mod && event.key.toLowerCase() === 'a')
      select({ anchor: { row: 0, col: 0 }, head: { row: size.rows - 1, col: size.cols - 1 } });
    else if (mod && event.key.toLowerCase() === 'z') editor.run(event.shiftKey ? 'redo' : 'undo');
    else if (!mod && !event.altKey && event.key.length === 1) begin(event.key);
    else {
      const next = moved(selection, step, size, isFilled);
      if (next === null) return;
      select(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (typed !== null) return;
    event.preventDefault();
    const texts: string[][] = [];
    for (let row = span.top; row <= span.bottom; row += 1) {
      const cells: string[] = [];
      for (let col = span.left; col <= span.right; col += 1) {
        const key = keyOf({ row, col });
        cells.push(textAt(workbook, sheet, key, sheet.cells.get(key)));
      }
      texts.push(cells);
    }
    event.clipboardData.setData('text/plain', toTsv(texts));
    if (event.type === 'cut' && mayEdit) writeTexts(own, new Map(keysIn().map((key) => [key, null])));
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (typed !== null || !mayEdit) return;
    event.preventDefault();
    const texts = new Map<string, string | null>();
    const pasted = fromTsv(event.clipboardData.getData('text/plain'));
    for (const [y, row] of pasted.entries()) {
      for (const [x, text] of row.entries()) {
        const cell = { row: span.top + y, col: span.left + x };
        if (cell.row < size.rows && cell.col < size.cols) texts.set(keyOf(cell), text === '' ? null : text);
      }
    }
    const width = pasted.reduce((most, row) => Math.max(most, row.length), 1);
    if (texts.size > 0 && writeTexts(own, texts))
      select({
        anchor: { row: span.top, col: span.left },
        head: { row: Math.min(size.rows, span.top + pasted.length) - 1, col: Math.min(size.cols, span.left + width) - 1 },
      });
  };
  const cellUnder = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): GridCell | null => {
    const box = host.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const [x, y] = [clientX - box.left - headPx.col, clientY - box.top - headPx.row];
    if (x < 0 || y < 0) return null;
    return { row: rows.indexAt(y < rows.frozenPx ? y : y + view.top), col: cols.indexAt(x < cols.frozenPx ? x : x + view.left) };
  };
  const onPointerDown = (event: PointerEvent): void => {
    const cell = cellUnder(event);
    if (cell === null || event.button !== 0 || event.target instanceof HTMLTextAreaElement) return;
    if (typed !== null && !commit()) return;
    setSelection(event.shiftKey ? { anchor: selection.anchor, head: cell } : at(cell));
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener(
      'pointermove',
      (move) => setSelection((known) => ({ anchor: known.anchor, head: cellUnder(move) ?? known.head })),
      { signal },
    );
    window.addEventListener('pointerup', () => stop.abort(), { signal });
  };

  const shownRows = rows.between(view.top + rows.frozenPx, view.top + view.height);
  const shownCols = cols.between(view.left + cols.frozenPx, view.left + view.width);
  const activeKey = keyOf(active);
  const address = cellAddress(rows.lines[active.row]?.rank ?? 0, cols.lines[active.col]?.rank ?? 0);
  return (
    <>
      <SheetTools own={own} keys={keysIn} activeKey={activeKey} />
      <FormulaBar
        address={address}
        text={typed ?? editedText(own, activeKey)}
        mayEdit={mayEdit}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        onLeave={commit}
      />
      <LineMenu own={own} open={open} selection={span}>
        <div
          ref={host}
          className={css['grid']}
          role="grid"
          data-scrolls
          aria-label={`Cells of ${sheet.title}`}
          aria-rowcount={sheet.rows.ids.length + 1}
          aria-colcount={sheet.cols.ids.length + 1}
          aria-multiselectable
          aria-activedescendant={`${gridId}-${activeKey}`}
          aria-readonly={!mayEdit}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onCopy={onCopy}
          onCut={onCopy}
          onPaste={onPaste}
          onPointerDown={onPointerDown}
          onDoubleClick={() => begin(editedText(own, activeKey))}
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
                    editor={
                      cellKey(row.id, col.id) === activeKey && typed !== null
                        ? { text: typed, onChange: setTyped, onLeave: commit }
                        : null
                    }
                  />
                ))}
              </div>
            ))}
            <GridHeads
              own={own}
              rows={shownRows}
              cols={shownCols}
              open={open}
              scroll={view}
              span={span}
              onSelect={setSelection}
              nameOf={columnLetters}
            />
          </div>
        </div>
      </LineMenu>
    </>
  );
}

/** Scrolls so that a cell is in view, clear of the heads and the frozen lines. */
function reveal(host: HTMLElement | null, { row, col }: GridCell, { rows, cols }: Sheet): void {
  const [line, across] = [rows.lines[row], cols.lines[col]];
  if (host === null || line === undefined || across === undefined) return;
  const [height, width] = [host.clientHeight - headPx.row, host.clientWidth - headPx.col];
  if (row >= rows.frozen) {
    if (line.at < host.scrollTop + rows.frozenPx) host.scrollTop = line.at - rows.frozenPx;
    else if (line.at + line.px > host.scrollTop + height) host.scrollTop = line.at + line.px - height;
  }
  if (col >= cols.frozen) {
    if (across.at < host.scrollLeft + cols.frozenPx) host.scrollLeft = across.at - cols.frozenPx;
    else if (across.at + across.px > host.scrollLeft + width) host.scrollLeft = across.at + across.px - width;
  }
}
