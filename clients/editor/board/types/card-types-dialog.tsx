/** card-types-dialog: the card types of a document: added, changed, moved, deleted, and saved together. */
import { useCallback } from 'react';

import { reaches } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';

import type { DialogProps } from '../../document/dialogs.ts';
import { type Editor, useEditor } from '../../state/editor.ts';
import { Loaded } from '../../ui/screen.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useValue } from '../../state/signal.ts';
import { call } from '../../api/call.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CardTypeForm } from './card-type-form.tsx';
import { AddByName } from '../add-by-name.tsx';
import css from './card-types.module.css';
import { changedType, type CatalogueDraft, movedType, withoutType } from './catalogue-draft.ts';
import { type CardTypesModel, type CardTypesProps, useCardTypes } from './use-card-types.ts';
import { boardTexts } from '../../strings/board.ts';

export function CardTypesDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const doc = editor.session.documentId;
  const request = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /documents/:doc/plan', { params: { doc }, signal }), [doc]),
  );
  if (request.answer.state !== 'here') {
    return (
      <Dialog open onOpenChange={onClose} title={boardTexts.cardTypes} width="widest">
        <Loaded request={request}>{() => null}</Loaded>
      </Dialog>
    );
  }
  return <Open editor={editor} read={request.answer.value} onClose={onClose} />;
}

function Open({ editor, read, onClose }: CardTypesProps) {
  const disabled = !reaches(useValue(editor.session.level), 'editor');
  const types = useCardTypes({ editor, read, onClose });
  const { draft, type, fault, isChanged, isStale, failure, setQuestion, choose, change } = types;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && types.close()}
      title={boardTexts.cardTypes}
      description={boardTexts.cardTypesAbout}
      width="widest"
      footer={
        disabled ? (
          <Button onClick={onClose}>{boardTexts.close}</Button>
        ) : (
          <>
            <Button kind="quiet" className={css['restore']} onClick={() => setQuestion('restore')}>
              {boardTexts.restoreDefaultTypes}
            </Button>
            <Button onClick={types.close}>{boardTexts.cancel}</Button>
            <Button kind="primary" busy={types.busy} disabled={!isChanged} onClick={types.save}>
              {boardTexts.save}
            </Button>
          </>
        )
      }
    >
      {isStale && <Notice kind="warning">{boardTexts.cardTypesChanged}</Notice>}
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {isChanged && fault !== null && <Notice kind="error">{fault.text}</Notice>}
      <Removed editor={editor} draft={draft} />
      <div className={css['columns']}>
        <TypeList editor={editor} draft={draft} chosen={type?.id ?? ''} disabled={disabled} onChoose={choose} onAdd={types.add} />
        {type !== undefined && (
          <CardTypeForm
            key={type.id}
            editor={editor}
            type={type}
            place={draft.indexOf(type)}
            count={draft.length}
            disabled={disabled}
            onChange={(changes) => change(changedType(draft, type.id, changes))}
            onMove={(by) => change(movedType(draft, type.id, by))}
            onRemove={() => change(withoutType(draft, type.id))}
          />
        )}
      </div>
      <Questions types={types} onDiscard={onClose} />
    </Dialog>
  );
}

function Questions({ types, onDiscard }: { readonly types: CardTypesModel; readonly onDiscard: () => void }) {
  const { question, setQuestion, restore } = types;
  return (
    <>
      <AlertDialog
        open={question === 'discard'}
        onOpenChange={() => setQuestion(null)}
        title={boardTexts.discardChangesQuestion}
        description={boardTexts.changesNotSaved}
        confirm={boardTexts.discard}
        onConfirm={onDiscard}
      />
      <AlertDialog
        open={question === 'restore'}
        onOpenChange={() => setQuestion(null)}
        title={boardTexts.restoreDefaultTypesQuestion}
        description={boardTexts.restoreAbout}
        confirm={boardTexts.restore}
        onConfirm={restore}
      />
    </>
  );
}

type ListProps = {
  readonly editor: Editor;
  readonly draft: CatalogueDraft;
  readonly chosen: string;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
  /** False if it was not added. */
  readonly onAdd: (name: string) => boolean;
};

function TypeList({ editor, draft, chosen, disabled, onChoose, onAdd }: ListProps) {
  const counts = countsOf(editor);
  return (
    <div className={css['list']}>
      <ul aria-label={boardTexts.cardTypes}>
        {draft.map(({ id, label, glyph, color }) => (
          <li key={id}>
            <button
              type="button"
              className={classNames(css['type'], id === chosen && css['chosen'])}
              aria-current={id === chosen}
              onClick={() => onChoose(id)}
            >
              <span className={css['colour']} style={{ background: color }} />
              <span className={css['name']}>
                {glyph} {label}
              </span>
              <span className={css['quiet']}>
                {counts.get(id) ?? 0}
                <span className="unseen"> {boardTexts.cardsSpoken}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!disabled && draft.length < limits.itemTypes && (
        <AddByName label={boardTexts.newType} maxLength={limits.cardLabelCharacters} className={css['add']} onAdd={onAdd} />
      )}
      {draft.length >= limits.itemTypes && <p className={css['quiet']}>{boardTexts.limitTypesPerDocument(limits.itemTypes)}</p>}
    </div>
  );
}

/** Says how many cards have types that saving deletes. */
function Removed({ editor, draft }: { readonly editor: Editor; readonly draft: CatalogueDraft }) {
  const deleted = [...editor.session.cards.types.values()].filter(({ id }) => draft.every((type) => type.id !== id));
  const counts = countsOf(editor);
  const cards = deleted.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  if (cards === 0) return null;
  const names = deleted.map(({ label }) => label).join(', ');
  return (
    <Notice kind="info">
      {boardTexts.cardsOfDeletedTypes(cards)} ({names}). {boardTexts.cardsKeepTheirData(cards)}
    </Notice>
  );
}

/** How many cards each type has. */
function countsOf({ session }: Editor): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of session.cards.items.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
