/**
 * remove-column: asks what happens to the cards of a column that is deleted: they move to another column, or stay in the document
 * on no board.
 */
import { useState } from 'react';

import type { BoardColumn } from '#schema/plan-board.ts';

import type { Editor } from '../state/editor.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { cardsOf, removeColumn } from './board-writes.ts';
import { type BoardShape, boardsOf } from './boards-in.ts';
import { boardTexts } from '../strings/board.ts';

type Props = {
  readonly editor: Editor;
  readonly board: BoardShape;
  readonly column: BoardColumn;
  readonly onClose: () => void;
};

export function RemoveColumn({ editor, board, column: { status, name }, onClose }: Props) {
  const { columns } = board.planBoard;
  const at = columns.findIndex((column) => column.status === status);
  const [into, setInto] = useState((columns[at - 1] ?? columns[at + 1])?.status ?? '');
  const cards = cardsOf(editor, status);
  const others = columns.filter((column) => column.status !== status);
  const elsewhere = boardsOf(editor.session).filter(
    ({ board: other }) => other.id !== board.id && other.planBoard.columns.some((column) => column.status === status),
  );
  const archived = cards.filter((card) => card.archived === true).length;
  const count = boardTexts.cardsArchived(cards.length, archived);
  const remove = (): void => {
    if (!removeColumn(editor, board, status, elsewhere.length > 0 || into === '' ? null : into)) return;
    editor.announce(boardTexts.deleted(name));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={boardTexts.deleteQuestion(name)}
      description={boardTexts.columnConsequences(
        count,
        elsewhere.map(({ board: other }) => other.label ?? boardTexts.anotherBoard).join(', '),
      )}
      onSubmit={remove}
      footer={
        <>
          <Button onClick={onClose}>{boardTexts.cancel}</Button>
          <Button kind="danger" type="submit">
            {boardTexts.deleteColumn}
          </Button>
        </>
      }
    >
      {elsewhere.length === 0 && (
        <Select
          label={boardTexts.moveCardsTo}
          value={into}
          options={[
            ...others.map((column) => ({ value: column.status, label: column.name })),
            { value: '', label: boardTexts.none, description: boardTexts.noneAbout },
          ]}
          onChange={setInto}
        />
      )}
    </Dialog>
  );
}
