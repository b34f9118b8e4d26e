/** settings-sheet: the document's name, its facts, its tabs' locks, and the button that moves it to the trash. */
import { Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';

import { reaches } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';
import { limits } from '#schema/limits.ts';

import { Loaded } from '../ui/screen.tsx';
import { dayText } from '../ui/since-text.ts';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { useValue } from '../state/signal.ts';
import { call } from '../api/call.ts';
import { levelTitles } from '../share/levels.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DialogProps } from './dialogs.ts';
import { useIsGuest } from '../api/guest.ts';
import { useEditor } from '../state/editor.ts';
import css from './settings-sheet.module.css';
import { documentTexts } from '../strings/document.ts';

export function SettingsSheet({ onClose }: DialogProps) {
  const editor = useEditor();
  const { session } = editor;
  const guest = useIsGuest(editor);
  const level = useValue(session.level);
  const doc = session.documentId;
  const request = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /documents/:doc', { params: { doc }, signal }), [doc]),
  );
  return (
    <Dialog open width="wide" onOpenChange={onClose} title={documentTexts.documentSettings}>
      {reaches(level, 'editor') && !guest && <Name />}
      <Loaded request={request}>
        {(document) => (
          <dl className={css['facts']}>
            <dt>{documentTexts.owner}</dt>
            <dd>{document.owner.name}</dd>
            <dt>{documentTexts.yourAccess}</dt>
            <dd>{levelTitles[document.access]}</dd>
            <dt>{documentTexts.created}</dt>
            <dd>{dayText(document.createdAt)}</dd>
            <dt>{documentTexts.contents}</dt>
            <dd>{contents(document)}</dd>
          </dl>
        )}
      </Loaded>
      <CopyField label={documentTexts.documentId} value={session.documentId} />
      {reaches(level, 'editor') && <Locks />}
      {level === 'owner' && <ToTrash />}
    </Dialog>
  );
}

function contents({ tabs }: Document): string {
  const elements = tabs.reduce((sum, tab) => sum + tab.elements + tab.arrows, 0);
  return `${documentTexts.tabs(tabs.length)}, ${documentTexts.elements(elements)}`;
}

function Name() {
  const { session } = useEditor();
  const stored = useValue(session.name);
  const [name, setName] = useState(stored);
  const { busy, failure, run } = usePending({ quiet: true });
  const trimmed = name.trim();
  const save = (): void =>
    void run(async () => {
      await call('PATCH /documents/:doc', { params: { doc: session.documentId }, body: { name: trimmed } });
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '' && trimmed !== stored) save();
      }}
    >
      <TextField
        label={documentTexts.name}
        value={name}
        onChange={setName}
        maxLength={limits.nameCharacters}
        error={failure}
        end={
          trimmed !== '' &&
          trimmed !== stored && (
            <Button type="submit" size="sm" kind="quiet" busy={busy}>
              {documentTexts.save}
            </Button>
          )
        }
      />
    </form>
  );
}

function Locks() {
  const { session } = useEditor();
  const tabs = useValue(session.tabs);
  const { busy, failure, run } = usePending({ quiet: true });
  const lock = (tab: string, locked: boolean): void =>
    void run(async () => {
      await call('PATCH /documents/:doc/tabs/:tab', { params: { doc: session.documentId, tab }, body: { locked } });
    });
  return (
    <section className={css['group']}>
      <h3>{documentTexts.lockedTabs}</h3>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {tabs.map(({ id, name, locked }) => (
        <Switch key={id} label={name} checked={locked} disabled={busy} onChange={(checked) => lock(id, checked)} />
      ))}
    </section>
  );
}

function ToTrash() {
  const { session, navigate } = useEditor();
  const name = useValue(session.name);
  const [asking, setAsking] = useState(false);
  const { busy, run } = usePending();
  const trash = (): void =>
    void run(async () => {
      await call('DELETE /documents/:doc', { params: { doc: session.documentId } });
      navigate({ screen: 'documents' });
    });
  return (
    <div>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        {documentTexts.moveToTrash}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={documentTexts.moveToTrashQuestion(name)}
        description={documentTexts.trashAbout(limits.trashDays)}
        confirm={documentTexts.moveToTrash}
        busy={busy}
        onConfirm={trash}
      />
    </div>
  );
}
