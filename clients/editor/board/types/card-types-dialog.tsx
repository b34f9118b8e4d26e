/**
 * card-types-dialog: the types of the cards of a document: made, changed, removed, and sent whole to the server.
 *
 * Whoever sends names the revision that was read. When somebody else was faster, theirs is shown, and that is told.
 */
import { useCallback, useState } from 'react';

import { reaches } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import type { Reply } from '#schema/api.ts';
import type { Catalogue } from '#schema/board.ts';

import type { DialogProps } from '../../document/dialogs.ts';
import { type Editor, useEditor } from '../../state/editor.ts';
import { Loaded } from '../../ui/screen.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useTask } from '../../ui/use-task.ts';
import { useValue } from '../../state/signal.ts';
import { call, CallRefused } from '../../api/call.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CardTypeForm } from './card-type-form.tsx';
import { AddByName } from '../add-by-name.tsx';
import css from './card-types.module.css';
import { changedType, type CatalogueDraft, faultOf, movedType, toSend, withoutType, withType } from './catalogue-draft.ts';
import { boardTexts } from '../../strings/board.ts';

type Read = Pick<Reply<'readPlan'>, 'types' | 'itemTypesRev'>;
type Stored = Reply<'replaceItemTypes'>;

export function CardTypesDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const doc = editor.session.documentId;
  const asked = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /documents/:doc/plan', { params: { doc }, signal }), [doc]),
  );
  if (asked.answer.state !== 'here') {
    return (
      <Dialog open onOpenChange={onClose} title={boardTexts.cardTypes} width="widest">
        <Loaded request={asked}>{() => null}</Loaded>
      </Dialog>
    );
  }
  return <Open editor={editor} read={asked.answer.value} onClose={onClose} />;
}

type OpenProps = { readonly editor: Editor; readonly read: Read; readonly onClose: () => void };

function Open({ editor, read, onClose }: OpenProps) {
  const level = useValue(editor.session.level);
  const disabled = !reaches(level, 'editor');
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState<CatalogueDraft>(read.types);
  const [chosen, setChosen] = useState(read.types[0]?.id ?? '');
  const [isStale, setStale] = useState(false);
  const [asks, setAsks] = useState<'discard' | 'restore' | null>(null);
  const { busy, failure, run } = useTask({ quiet: true });
  const isChanged = draft !== base.types;
  const type = draft.find(({ id }) => id === chosen) ?? draft[0];
  const fault = faultOf(draft);

  const take = ({ itemTypes: { types }, itemTypesRev }: Stored): void => {
    setBase({ types, itemTypesRev });
    setDraft(types);
  };
  const send = (itemTypes: Catalogue | null): Promise<boolean> =>
    run(async () => {
      setStale(false);
      try {
        const body = { expectedRev: base.itemTypesRev, itemTypes };
        take(await call('PUT /documents/:doc/item-types', { params: { doc: editor.session.documentId }, body }));
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== 'item_types_stale') throw error;
        // Its members are the stored catalogue and its revision.
        take(error.members as unknown as Stored);
        setStale(true);
        return;
      }
      onClose();
      editor.tell({ text: boardTexts.cardTypesSaved });
    });
  const save = (): void => {
    if (fault === null) void send(toSend(draft));
    else setChosen(fault.type);
  };
  const close = (): void => (isChanged ? setAsks('discard') : onClose());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={boardTexts.cardTypes}
      description={boardTexts.cardTypesAbout}
      width="widest"
      footer={
        disabled ? (
          <Button onClick={onClose}>{boardTexts.close}</Button>
        ) : (
          <>
            <Button kind="quiet" className={css['restore']} onClick={() => setAsks('restore')}>
              {boardTexts.restoreDefaultTypes}
            </Button>
            <Button onClick={close}>{boardTexts.cancel}</Button>
            <Button kind="primary" busy={busy} disabled={!isChanged} onClick={save}>
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
        <TypeList
          editor={editor}
          draft={draft}
          chosen={type?.id ?? ''}
          disabled={disabled}
          onChoose={setChosen}
          onAdd={(name) => {
            const added = withType(draft, name);
            if (added === null) return false;
            setDraft(added.draft);
            setChosen(added.made.id);
            return true;
          }}
        />
        {type !== undefined && (
          <CardTypeForm
            key={type.id}
            editor={editor}
            type={type}
            place={draft.indexOf(type)}
            count={draft.length}
            disabled={disabled}
            onChange={(change) => setDraft(changedType(draft, type.id, change))}
            onMove={(by) => setDraft(movedType(draft, type.id, by))}
            onRemove={() => setDraft(withoutType(draft, type.id))}
          />
        )}
      </div>
      <AlertDialog
        open={asks === 'discard'}
        onOpenChange={() => setAsks(null)}
        title={boardTexts.discardChangesQuestion}
        description={boardTexts.changesNotSaved}
        confirm={boardTexts.discard}
        onConfirm={onClose}
      />
      <AlertDialog
        open={asks === 'restore'}
        onOpenChange={() => setAsks(null)}
        title={boardTexts.restoreDefaultTypesQuestion}
        description={boardTexts.restoreAbout}
        confirm={boardTexts.restore}
        onConfirm={() => {
          setAsks(null);
          void send(null);
        }}
      />
    </Dialog>
  );
}

type ListProps = {
  readonly editor: Editor;
  readonly draft: CatalogueDraft;
  readonly chosen: string;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
  /** False when it was not added. */
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

/** Cards whose type goes with what is to be saved. */
function Removed({ editor, draft }: { readonly editor: Editor; readonly draft: CatalogueDraft }) {
  const gone = [...editor.session.cards.types.values()].filter(({ id }) => draft.every((type) => type.id !== id));
  const counts = countsOf(editor);
  const cards = gone.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  if (cards === 0) return null;
  const names = gone.map(({ label }) => label).join(', ');
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
