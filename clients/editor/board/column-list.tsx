/** column-list: the columns of a board: named, limited, moved, removed and added. */
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import type { BoardColumn } from '#schema/element.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';

import { IconButton } from '../ui/icon-button.tsx';
import { limitColumn, limitIn, moveColumn, renameColumn, withColumn, wipLimitMax } from './board-columns.ts';
import type { BoardPartProps } from './board-dialog.tsx';
import { AddByName } from './add-by-name.tsx';
import css from './board-dialog.module.css';
import { cardsOf, removeColumn, writeBoard } from './board-writes.ts';
import { LeftField } from './left-field.tsx';
import { RemoveColumn } from './remove-column.tsx';

export function ColumnList({ editor, board, disabled }: BoardPartProps) {
  const [removing, setRemoving] = useState<BoardColumn | null>(null);
  const { planBoard } = board;
  const { columns } = planBoard;
  /** What is moved in the list loses the focus: its button has it again. */
  const pressed = useRef<{ readonly button: HTMLElement; readonly columns: readonly BoardColumn[] } | null>(null);
  useLayoutEffect(() => {
    if (pressed.current === null || pressed.current.columns === columns) return;
    pressed.current.button.focus();
    pressed.current = null;
  }, [columns]);
  const remove = (column: BoardColumn): void => {
    if (cardsOf(editor, column.status).length > 0) setRemoving(column);
    else if (removeColumn(editor, board, column.status, null)) editor.announce(`Deleted ${column.name}`);
  };
  const step = (column: BoardColumn, by: number, button: HTMLElement): void => {
    pressed.current = { button, columns };
    if (!writeBoard(editor, board, moveColumn(planBoard, column.status, by))) return;
    editor.announce(`Moved ${column.name} to column ${columns.indexOf(column) + by + 1} of ${columns.length}`);
  };
  return (
    <section aria-label="Columns">
      <div className={css['head']}>
        <h3>Columns</h3>
        <span className={css['of']}>WIP limit</span>
      </div>
      <ul className={css['columns']}>
        {columns.map((column, index) => (
          <li key={column.status}>
            <LeftField
              label={`Name of column ${index + 1}`}
              labelUnseen
              value={column.name}
              maxLength={limits.nameCharacters}
              disabled={disabled}
              onLeave={(name) => writeBoard(editor, board, renameColumn(planBoard, column.status, name))}
            />
            <LeftField
              className={css['limit']}
              label={`WIP limit for ${column.name}`}
              labelUnseen
              type="number"
              inputMode="numeric"
              min={1}
              max={wipLimitMax}
              placeholder="No limit"
              value={column.wipLimit?.toString() ?? ''}
              disabled={disabled}
              onLeave={(text) => {
                const limit = limitIn(text);
                if (limit === undefined) editor.tell({ text: `Enter a WIP limit from 1 to ${wipLimitMax}.`, kind: 'failure' });
                else writeBoard(editor, board, limitColumn(planBoard, column.status, limit));
              }}
            />
            <span className={css['acts']}>
              <IconButton
                size="sm"
                label={`Move ${column.name} left`}
                icon={<ArrowUp />}
                aria-disabled={disabled || index === 0}
                onClick={({ currentTarget }) => !disabled && step(column, -1, currentTarget)}
              />
              <IconButton
                size="sm"
                label={`Move ${column.name} right`}
                icon={<ArrowDown />}
                aria-disabled={disabled || index === columns.length - 1}
                onClick={({ currentTarget }) => !disabled && step(column, 1, currentTarget)}
              />
              <IconButton
                size="sm"
                label={`Delete ${column.name}`}
                icon={<Trash2 />}
                disabled={disabled}
                onClick={() => remove(column)}
              />
            </span>
          </li>
        ))}
      </ul>
      {columns.length === 0 && <p className={css['quiet']}>This board has no columns.</p>}
      {!disabled &&
        (columns.length < limits.boardColumns ? (
          <AddByName
            label="New column"
            maxLength={limits.nameCharacters}
            className={css['new']}
            onAdd={(name) => writeBoard(editor, board, withColumn(planBoard, name, newElementSuffix()))}
          />
        ) : (
          <p className={css['quiet']}>Limit: {limits.boardColumns} columns per board.</p>
        ))}
      {removing !== null && <RemoveColumn editor={editor} board={board} column={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}
