/**
 * card-dialog: the fields of one card, its comments and votes. A change is written at once, as a step of the person's undo; text
 * is written when the field loses the focus.
 *
 * The title of a new card is selected, so that typing replaces it, and Enter in it closes the dialog.
 */
import { Archive, ArchiveRestore, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { reaches } from '#schema/access.ts';
import { type Item, type ItemType, priorities } from '#schema/board.ts';

import { type Editor, useEditor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import { call, failureText } from '../../api/call.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { CardChecklist } from './card-checklist.tsx';
import { CardComments } from './card-comments.tsx';
import css from './card-dialog.module.css';
import { CardTasks } from './card-tasks.tsx';
import { CardVotes } from './card-votes.tsx';
import { CustomFields } from './custom-fields.tsx';
import { type CardFieldsChange, fieldChange, labelsIn, showsField, statusOptions } from './card-fields.ts';
import { changedCards } from '../deck.ts';
import { LeftField } from '../left-field.tsx';
import { useCards } from '../use-cards.ts';
import { useMembers } from '../../people/use-members.ts';
import { boardTexts } from '../../strings/board.ts';

type CardDialogProps = { readonly id: string; readonly isNew?: boolean; readonly onClose: () => void };

export function CardDialog({ id, isNew = false, onClose }: CardDialogProps) {
  const editor = useEditor();
  useCards(editor);
  const item = editor.session.cards.items.get(id);
  if (item === undefined) return null;
  return <OpenCard item={item} isNew={isNew} editor={editor} onClose={onClose} />;
}

type OpenProps = { readonly item: Item; readonly editor: Editor; readonly onClose: () => void };

function OpenCard({ item, isNew, editor, onClose }: OpenProps & { readonly isNew: boolean }) {
  const mayEdit = useValue(editor.mayEdit);
  const level = useValue(editor.session.level);
  const type = editor.session.cards.types.get(item.type);
  const change = (changes: CardFieldsChange): void => {
    changedCards(editor, (cards) => cards.change(item.id, changes));
  };
  const write = (name: string, value: unknown): void => change(fieldChange(name, value));
  const fields = { item, editor, type, disabled: !mayEdit, onWrite: write };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={boardTexts.card(item.key)}
      width="wide"
      footer={<Foot item={item} editor={editor} onWrite={write} onClose={onClose} />}
    >
      <div className={css['card']}>
        <div className={css['main']}>
          <Texts {...fields} onTitled={isNew ? onClose : undefined} />
          <CardComments item={item} editor={editor} maySpeak={reaches(level, 'participant')} />
          <CardTasks item={item} mayHand={reaches(level, 'participant')} />
        </div>
        <div className={css['side']}>
          <TypeAndStatus item={item} type={type} editor={editor} onChange={change} disabled={!mayEdit} />
          <People item={item} editor={editor} onWrite={write} disabled={!mayEdit} />
          <StandardFields {...fields} />
          {type !== undefined && <CustomFields item={item} type={type} disabled={!mayEdit} onWrite={write} />}
          <CardVotes item={item} editor={editor} mayVote={reaches(level, 'participant')} />
        </div>
      </div>
    </Dialog>
  );
}

type FieldsProps = PartProps & {
  readonly type: ItemType | undefined;
  readonly onWrite: (name: string, value: unknown) => void;
};

/** `onTitled` is called once the title of a new card was entered. */
function Texts({ item, type, disabled, onWrite, onTitled }: FieldsProps & { readonly onTitled: (() => void) | undefined }) {
  return (
    <>
      <LeftField
        label={boardTexts.title}
        value={item.title}
        disabled={disabled}
        onLeave={(title) => title.trim() !== '' && onWrite('title', title)}
        onEnter={onTitled}
        onFocus={(event) => onTitled !== undefined && event.currentTarget.select()}
      />
      {showsField(item, type, 'description') && (
        <LeftField
          label={boardTexts.description}
          value={item.description ?? ''}
          lines={5}
          disabled={disabled}
          onLeave={(text) => onWrite('description', text)}
        />
      )}
      {showsField(item, type, 'checklist') && (
        <CardChecklist entries={item.checklist ?? []} mayEdit={!disabled} onChange={(entries) => onWrite('checklist', entries)} />
      )}
    </>
  );
}

function StandardFields({ item, type, disabled, onWrite }: FieldsProps) {
  return (
    <>
      {showsField(item, type, 'priority') && (
        <Select
          label={boardTexts.priority}
          value={item.priority ?? ''}
          disabled={disabled}
          options={(['', ...priorities] as const).map((value) => ({
            value,
            label: value === '' ? boardTexts.none : boardTexts.priorities[value],
          }))}
          onChange={(value) => onWrite('priority', value)}
        />
      )}
      {showsField(item, type, 'labels') && (
        <LeftField
          label={boardTexts.labels}
          hint={boardTexts.separateWithCommas}
          value={(item.labels ?? []).join(', ')}
          disabled={disabled}
          onLeave={(text) => onWrite('labels', labelsIn(text))}
        />
      )}
      {showsField(item, type, 'estimate') && (
        <LeftField
          label={boardTexts.estimate}
          type="number"
          value={item.estimate?.toString() ?? ''}
          disabled={disabled}
          onLeave={(text) => onWrite('estimate', text === '' ? null : Number(text))}
        />
      )}
      {(['start', 'due'] as const).map(
        (name) =>
          showsField(item, type, name) && (
            <LeftField
              key={name}
              label={boardTexts.standardFields[name]}
              type="date"
              value={item[name] ?? ''}
              disabled={disabled}
              onLeave={(day) => onWrite(name, day)}
            />
          ),
      )}
    </>
  );
}

type PartProps = {
  readonly item: Item;
  readonly editor: Editor;
  readonly disabled: boolean;
};

function TypeAndStatus({
  item,
  type,
  editor,
  disabled,
  onChange,
}: PartProps & {
  readonly type: ItemType | undefined;
  readonly onChange: (change: CardFieldsChange) => void;
}) {
  const statuses = statusOptions(editor.session, item, type);
  return (
    <>
      <Select
        label={boardTexts.type}
        value={item.type}
        disabled={disabled}
        options={[...editor.session.cards.types.values()].map(({ id, label, glyph }) => ({
          value: id,
          label: `${glyph} ${label}`.trim(),
        }))}
        onChange={(value) => onChange({ type: value })}
      />
      <Select
        label={boardTexts.status}
        value={item.status ?? ''}
        disabled={disabled}
        options={[{ value: '', label: boardTexts.none }, ...statuses]}
        onChange={(value) => onChange(value === '' ? { clear: ['status'] } : { set: { status: value } })}
      />
    </>
  );
}

function People({ item, editor, disabled, onWrite }: PartProps & { readonly onWrite: (name: string, value: unknown) => void }) {
  const members = useMembers(editor.session.documentId);
  const isMember = members.some(({ id }) => id === item.assignee?.id);
  const people = item.assignee === undefined || isMember ? members : [...members, item.assignee];
  return (
    <Select
      label={boardTexts.assignee}
      value={item.assignee?.id ?? ''}
      disabled={disabled}
      options={[{ value: '', label: boardTexts.unassigned }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(value) => onWrite('assignee', people.find(({ id }) => id === value) ?? null)}
    />
  );
}

type FootProps = OpenProps & { readonly onWrite: (name: string, value: unknown) => void };

function Foot({ item, editor, onWrite, onClose }: FootProps) {
  const mayEdit = useValue(editor.mayEdit);
  const [isAsking, setAsking] = useState(false);
  if (!mayEdit) return null;
  const remove = async (): Promise<void> => {
    try {
      await call('DELETE /documents/:doc/items/:item', { params: { doc: editor.session.documentId, item: item.id } });
      onClose();
    } catch (error) {
      editor.tell({ text: failureText(error), kind: 'failure' });
    }
  };
  return (
    <>
      <Button
        icon={<Flag />}
        aria-pressed={item.flagged === true}
        onClick={() => onWrite('flagged', item.flagged === true ? null : true)}
      >
        {item.flagged === true ? boardTexts.flagged : boardTexts.flag}
      </Button>
      <Button
        icon={item.archived === true ? <ArchiveRestore /> : <Archive />}
        onClick={() => onWrite('archived', item.archived === true ? null : true)}
      >
        {item.archived === true ? boardTexts.restore : boardTexts.archive}
      </Button>
      <Button kind="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {boardTexts.delete}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={boardTexts.deleteCardQuestion(item.key)}
        description={boardTexts.deleteCardAbout}
        confirm={boardTexts.delete}
        onConfirm={() => void remove()}
      />
    </>
  );
}
