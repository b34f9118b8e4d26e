/**
 * card-dialog: everything about one card. What is changed is written at once, as a step of the person's undo; what they type
 * when they leave the field.
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
import { CardVotes } from './card-votes.tsx';
import { CustomFields } from './custom-fields.tsx';
import { boardsOf } from '../boards-in.ts';
import { changedCards } from '../deck.ts';
import { LeftField } from '../left-field.tsx';
import { useCards } from '../use-cards.ts';
import { useMembers } from '../use-members.ts';
import { boardTexts } from '../../strings/board.ts';

export type FieldChange = { readonly set?: Readonly<Record<string, unknown>>; readonly clear?: readonly string[] };

export function CardDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const editor = useEditor();
  useCards(editor);
  const item = editor.session.cards.items.get(id);
  if (item === undefined) return null;
  return <OpenCard item={item} editor={editor} onClose={onClose} />;
}

type OpenProps = { readonly item: Item; readonly editor: Editor; readonly onClose: () => void };

function OpenCard({ item, editor, onClose }: OpenProps) {
  const { session } = editor;
  const mayEdit = useValue(editor.mayEdit);
  const level = useValue(session.level);
  const type = session.cards.types.get(item.type);
  const has = (name: string): boolean => type === undefined || type.fields.includes(name) || Object.hasOwn(item, name);
  const change = (wanted: FieldChange & { readonly type?: string }): void => {
    changedCards(editor, (cards) => cards.change(item.id, wanted));
  };
  const write = (name: string, value: unknown): void =>
    change(value === null || value === '' ? { clear: [name] } : { set: { [name]: value } });
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
          <LeftField
            label={boardTexts.title}
            value={item.title}
            disabled={!mayEdit}
            onLeave={(title) => title.trim() !== '' && write('title', title)}
          />
          {has('description') && (
            <LeftField
              label={boardTexts.description}
              value={item.description ?? ''}
              lines={5}
              disabled={!mayEdit}
              onLeave={(text) => write('description', text)}
            />
          )}
          {has('checklist') && (
            <CardChecklist entries={item.checklist ?? []} mayEdit={mayEdit} onChange={(entries) => write('checklist', entries)} />
          )}
          <CardComments item={item} editor={editor} maySpeak={reaches(level, 'participant')} />
        </div>
        <div className={css['side']}>
          <TypeAndStatus item={item} type={type} editor={editor} onChange={change} disabled={!mayEdit} />
          <People item={item} editor={editor} onWrite={write} disabled={!mayEdit} />
          {has('priority') && (
            <Select
              label={boardTexts.priority}
              value={item.priority ?? ''}
              disabled={!mayEdit}
              options={(['', ...priorities] as const).map((value) => ({
                value,
                label: value === '' ? boardTexts.none : boardTexts.priorities[value],
              }))}
              onChange={(value) => write('priority', value)}
            />
          )}
          {has('labels') && (
            <LeftField
              label={boardTexts.labels}
              hint={boardTexts.separateWithCommas}
              value={(item.labels ?? []).join(', ')}
              disabled={!mayEdit}
              onLeave={(text) => write('labels', labelsIn(text))}
            />
          )}
          {has('estimate') && (
            <LeftField
              label={boardTexts.estimate}
              type="number"
              value={item.estimate?.toString() ?? ''}
              disabled={!mayEdit}
              onLeave={(text) => write('estimate', text === '' ? null : Number(text))}
            />
          )}
          {(['start', 'due'] as const).map(
            (name) =>
              has(name) && (
                <LeftField
                  key={name}
                  label={boardTexts.standardFields[name]}
                  type="date"
                  value={item[name] ?? ''}
                  disabled={!mayEdit}
                  onLeave={(day) => write(name, day)}
                />
              ),
          )}
          {type !== undefined && <CustomFields item={item} type={type} disabled={!mayEdit} onWrite={write} />}
          <CardVotes item={item} editor={editor} mayVote={reaches(level, 'participant')} />
        </div>
      </div>
    </Dialog>
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
  readonly onChange: (change: FieldChange & { readonly type?: string }) => void;
}) {
  const { session } = editor;
  const statuses = new Map<string, string>();
  for (const { board } of boardsOf(session))
    for (const { status, name } of board.planBoard.columns)
      if (!statuses.has(status) && type?.statuses?.includes(status) !== false) statuses.set(status, name);
  if (item.status !== undefined && !statuses.has(item.status)) statuses.set(item.status, boardTexts.deletedColumn);
  return (
    <>
      <Select
        label={boardTexts.type}
        value={item.type}
        disabled={disabled}
        options={[...session.cards.types.values()].map(({ id, label, glyph }) => ({
          value: id,
          label: `${glyph} ${label}`.trim(),
        }))}
        onChange={(value) => onChange({ type: value })}
      />
      <Select
        label={boardTexts.status}
        value={item.status ?? ''}
        disabled={disabled}
        options={[{ value: '', label: boardTexts.none }, ...Array.from(statuses, ([value, label]) => ({ value, label }))]}
        onChange={(value) => onChange(value === '' ? { clear: ['status'] } : { set: { status: value } })}
      />
    </>
  );
}

function People({ item, editor, disabled, onWrite }: PartProps & { readonly onWrite: (name: string, value: unknown) => void }) {
  const members = useMembers(editor.session.documentId);
  const known =
    item.assignee === undefined || members.some(({ id }) => id === item.assignee?.id) ? members : [...members, item.assignee];
  return (
    <Select
      label={boardTexts.assignee}
      value={item.assignee?.id ?? ''}
      disabled={disabled}
      options={[{ value: '', label: boardTexts.unassigned }, ...known.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(value) => onWrite('assignee', known.find(({ id }) => id === value) ?? null)}
    />
  );
}

type FootProps = OpenProps & { readonly onWrite: (name: string, value: unknown) => void };

function Foot({ item, editor, onWrite, onClose }: FootProps) {
  const mayEdit = useValue(editor.mayEdit);
  const [asks, setAsks] = useState(false);
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
      <Button kind="danger" icon={<Trash2 />} onClick={() => setAsks(true)}>
        {boardTexts.delete}
      </Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title={boardTexts.deleteCardQuestion(item.key)}
        description={boardTexts.deleteCardAbout}
        confirm={boardTexts.delete}
        onConfirm={() => void remove()}
      />
    </>
  );
}

const labelsIn = (text: string): string[] | null => {
  const labels = [...new Set(text.split(',').map((label) => label.trim()))].filter((label) => label !== '');
  return labels.length === 0 ? null : labels;
};
