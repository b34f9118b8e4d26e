/**
 * board-dialog: the name of a board, its columns with their limits, and its card types. Changes are written at once, as undo
 * steps.
 */
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { writeChange } from '../changes/write-change.ts';
import { setLabel } from '../changes/set-label.ts';
import type { DialogProps } from '../document/dialogs.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { withType } from './board-columns.ts';
import css from './board-dialog.module.css';
import { writeBoard } from './board-writes.ts';
import { type BoardShape, chosenBoard, isBoard } from './boards-in.ts';
import { ColumnList } from './column-list.tsx';
import { LeftField } from './left-field.tsx';
import { StrayCards } from './stray-cards.tsx';
import { useCards } from './use-cards.ts';
import { boardTexts } from '../strings/board.ts';

export function BoardDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const [id] = useState(() => chosenBoard(editor)?.id ?? '');
  useTabVersion(editor.tab);
  useCards(editor);
  const board = editor.tab.view.get(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={boardTexts.board}
      width="wide"
      footer={<Button onClick={onClose}>{boardTexts.done}</Button>}
    >
      {isBoard(board) ? <Parts editor={editor} board={board} /> : <Notice kind="info">{boardTexts.thisBoardWasDeleted}</Notice>}
    </Dialog>
  );
}

export type BoardPartProps = { readonly editor: Editor; readonly board: BoardShape; readonly disabled: boolean };

function Parts({ editor, board }: Omit<BoardPartProps, 'disabled'>) {
  const mayEdit = useValue(editor.mayEdit);
  const isFixed = isLocked(board, lockedLayersOf(editor.tab.view.settings));
  const disabled = !mayEdit || isFixed;
  return (
    <>
      {mayEdit && isFixed && <Notice kind="info">{boardTexts.boardIsLocked}</Notice>}
      <LeftField
        label={boardTexts.name}
        value={board.label ?? ''}
        maxLength={limits.nameCharacters}
        disabled={disabled}
        onLeave={(name) => void writeChange(editor, setLabel(board.id, name.trim()))}
      />
      <ColumnList editor={editor} board={board} disabled={disabled} />
      <StrayCards editor={editor} board={board} disabled={!mayEdit} />
      <ShownTypes editor={editor} board={board} disabled={disabled} />
    </>
  );
}

function ShownTypes({ editor, board, disabled }: BoardPartProps) {
  const { planBoard } = board;
  const types = [...editor.session.cards.types.values()];
  const ids = types.map(({ id }) => id);
  const isShown = (id: string): boolean => planBoard.types?.includes(id) !== false;
  const shown = ids.filter(isShown);
  return (
    <section aria-label={boardTexts.cardTypes}>
      <div className={css['head']}>
        <h3>{boardTexts.cardTypes}</h3>
        <Button size="sm" kind="quiet" onClick={() => editor.dialog.set('card-types')}>
          {disabled ? boardTexts.viewCardTypes : boardTexts.editCardTypes}
        </Button>
      </div>
      <Checkbox
        label={boardTexts.allTypes}
        checked={planBoard.types === null}
        disabled={disabled}
        onChange={(isAll) => writeBoard(editor, board, { ...planBoard, types: isAll ? null : ids })}
      />
      {planBoard.types !== null && (
        <div className={css['types']}>
          {types.map(({ id, label, glyph }) => (
            <Checkbox
              key={id}
              label={`${glyph} ${label}`.trim()}
              checked={isShown(id)}
              // A board without types would show no cards.
              disabled={disabled || (shown.length === 1 && isShown(id))}
              onChange={(isOn) => writeBoard(editor, board, withType(planBoard, id, isOn, ids))}
            />
          ))}
        </div>
      )}
    </section>
  );
}
