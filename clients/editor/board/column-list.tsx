/** column-list: the columns of a board, which are added, renamed, limited, moved and deleted here. */
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import type { BoardColumn } from '#schema/plan-board.ts';
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
import { boardTexts } from '../strings/board.ts';

export function ColumnList({ editor, board, disabled }: BoardPartProps) {
  const [removing, setRemoving] = useState<BoardColumn | null>(null);
  const { planBoard } = board;
  const { columns } = planBoard;
  const move = useColumnMoves(editor, board);
  const remove = (column: BoardColumn): void => {
    if (cardsOf(editor, column.status).length > 0) setRemoving(column);
    else if (removeColumn(editor, board, column.status, null)) editor.announce(boardTexts.deleted(column.name));
  };
  return (
    <section aria-label={boardTexts.columns}>
      <div className={css['head']}>
        <h3>{boardTexts.columns}</h3>
        <span className={css['of']}>{boardTexts.wipLimit}</span>
      </div>
      <ul className={css['columns']}>
        {columns.map((column, index) => (
          <ColumnRow
            key={column.status}
            editor={editor}
            board={board}
            disabled={disabled}
            column={column}
            index={index}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ul>
      {columns.length === 0 && <p className={css['quiet']}>{boardTexts.boardHasNoColumns}</p>}
      {!disabled &&
        (columns.length < limits.boardColumns ? (
          <AddByName
            label={boardTexts.newColumn}
            maxLength={limits.nameCharacters}
            className={css['new']}
            onAdd={(name) => writeBoard(editor, board, withColumn(planBoard, name, newElementSuffix()))}
          />
        ) : (
          <p className={css['quiet']}>{boardTexts.limitColumnsPerBoard(limits.boardColumns)}</p>
        ))}
      {removing !== null && <RemoveColumn editor={editor} board={board} column={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

type MoveColumn = (column: BoardColumn, by: number, button: HTMLElement) => void;

/** Moves columns and announces it. A row that is moved in the list loses the focus: its button gets it back. */
function useColumnMoves(editor: BoardPartProps['editor'], board: BoardPartProps['board']): MoveColumn {
  const { columns } = board.planBoard;
  const pressed = useRef<{ readonly button: HTMLElement; readonly columns: readonly BoardColumn[] } | null>(null);
  useLayoutEffect(() => {
    if (pressed.current === null || pressed.current.columns === columns) return;
    pressed.current.button.focus();
    pressed.current = null;
  }, [columns]);
  return (column, by, button) => {
    pressed.current = { button, columns };
    if (!writeBoard(editor, board, moveColumn(board.planBoard, column.status, by))) return;
    editor.announce(boardTexts.movedToColumnOf(column.name, columns.indexOf(column) + by + 1, columns.length));
  };
}

type RowProps = BoardPartProps & {
  readonly column: BoardColumn;
  readonly index: number;
  readonly onMove: MoveColumn;
  readonly onRemove: (column: BoardColumn) => void;
};

function ColumnRow({ editor, board, disabled, column, index, onMove, onRemove }: RowProps) {
  const { planBoard } = board;
  return (
    <li>
      <LeftField
        label={boardTexts.nameOfColumn(index + 1)}
        labelUnseen
        value={column.name}
        maxLength={limits.nameCharacters}
        disabled={disabled}
        onLeave={(name) => writeBoard(editor, board, renameColumn(planBoard, column.status, name))}
      />
      <LeftField
        className={css['limit']}
        label={boardTexts.wipLimitFor(column.name)}
        labelUnseen
        type="number"
        inputMode="numeric"
        min={1}
        max={wipLimitMax}
        placeholder={boardTexts.noLimit}
        value={column.wipLimit?.toString() ?? ''}
        disabled={disabled}
        onLeave={(text) => {
          const limit = limitIn(text);
          if (limit === undefined) editor.tell({ text: boardTexts.enterWipLimit(wipLimitMax), kind: 'failure' });
          else writeBoard(editor, board, limitColumn(planBoard, column.status, limit));
        }}
      />
      <span className={css['acts']}>
        <IconButton
          size="sm"
          label={boardTexts.moveLeft(column.name)}
          icon={<ArrowUp />}
          aria-disabled={disabled || index === 0}
          onClick={({ currentTarget }) => !disabled && onMove(column, -1, currentTarget)}
        />
        <IconButton
          size="sm"
          label={boardTexts.moveRight(column.name)}
          icon={<ArrowDown />}
          aria-disabled={disabled || index === planBoard.columns.length - 1}
          onClick={({ currentTarget }) => !disabled && onMove(column, 1, currentTarget)}
        />
        <IconButton
          size="sm"
          label={boardTexts.deleteNamed(column.name)}
          icon={<Trash2 />}
          disabled={disabled}
          onClick={() => onRemove(column)}
        />
      </span>
    </li>
  );
}
