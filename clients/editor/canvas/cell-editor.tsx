/**
 * cell-editor: a cell of a table, edited where it is drawn.
 *
 * Tab and Shift+Tab go along the row and on to the next one, Enter goes down; after the last row they add one. Escape ends the
 * editing and keeps the text.
 */
import { useEffect, useRef, useState } from 'react';

import type { Table } from '#schema/element.ts';

import { familiesOf } from '#core/render/font-use.ts';
import { fixedSize } from '#core/text/sizes.ts';

import { type CellPlace, cellRect, cellText, insertRow, setCell } from '../changes/table-cells.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import css from './cell-editor.module.css';
import { useTabChanges } from './use-tab-changes.ts';
import { writeChange } from '../changes/write-change.ts';
import { canvasTexts } from '../strings/canvas.ts';

export function CellEditor() {
  const editor = useEditor();
  const editing = useValue(editor.canvas.editing);
  useTabChanges(editor.tab);
  const table = editing?.kind === 'cell' ? editor.tab.view.get(editing.id) : undefined;
  if (editing?.kind !== 'cell' || table?.type !== 'table') return null;
  return <Field key={`${editing.id} ${editing.at.row} ${editing.at.column}`} editor={editor} table={table} at={editing.at} />;
}

type FieldProps = { readonly editor: Editor; readonly table: Table; readonly at: CellPlace };

function Field({ editor, table, at }: FieldProps) {
  const view = useValue(editor.viewport);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const kept = useRef<{ typed: string | null }>({ typed: null });
  useEffect(() => {
    const input = field.current;
    input?.focus({ preventScroll: true });
    input?.select();
    const state = kept.current;
    return () => {
      if (state.typed !== null) writeChange(editor, setCell(table.id, at, state.typed));
    };
    // Its key gives each cell its own field.
  }, [editor, table.id, at]);

  const rect = cellRect(table, at);
  if (rect === null) return null;
  const go = (to: CellPlace | null): void => {
    if (to !== null && to.row >= table.rows.length && !writeChange(editor, insertRow(table.id, table.rows.length))) return;
    editor.canvas.editing.set(to === null ? null : { kind: 'cell', id: table.id, at: to });
    if (to === null) editor.canvas.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || !['Escape', 'Enter', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Escape') go(null);
    else if (event.key === 'Enter') go({ row: at.row + 1, column: at.column });
    else go(beside(at, table.columns.length, event.shiftKey ? -1 : 1));
  };
  const size = table.text === undefined || table.text === 'scale' ? 14 : fixedSize(table.text);
  const name =
    at.row === -1 ? canvasTexts.headerOfColumn(at.column + 1) : canvasTexts.cellOfRow(table.columns[at.column] ?? '', at.row + 1);
  return (
    <input
      ref={field}
      className={css['field']}
      aria-label={name}
      value={typed ?? cellText(table, at)}
      maxLength={2_000}
      onChange={(event) => {
        kept.current.typed = event.target.value;
        setTyped(event.target.value);
      }}
      onKeyDown={onKeyDown}
      style={{
        left: (rect.x - view.x) * view.zoom,
        top: (rect.y - view.y) * view.zoom,
        width: rect.width,
        height: rect.height,
        transform: `scale(${view.zoom})`,
        fontFamily: familiesOf(table.font ?? 'sans'),
        fontSize: Math.max(6, Math.min(size, Math.floor(rect.height / 1.25))),
        fontWeight: at.row === -1 ? 600 : 400,
      }}
    />
  );
}

/** The next or previous cell; null before the first. */
function beside({ row, column }: CellPlace, columns: number, way: 1 | -1): CellPlace | null {
  const next = column + way;
  if (next < 0) return row === -1 ? null : { row: row - 1, column: columns - 1 };
  return next < columns ? { row, column: next } : { row: row + 1, column: 0 };
}
