/** document-title: the document's name, edited in place by people who may edit the whole document. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { reaches } from '#schema/access.ts';

import { call, failureText } from '../api/call.ts';
import { useValue } from '../state/signal.ts';
import css from './document-title.module.css';
import { useIsGuest } from '../api/guest.ts';
import { useEditor } from '../state/editor.ts';
import { InPlaceName } from '../ui/in-place-name.tsx';
import { documentTexts } from '../strings/document.ts';

export function DocumentTitle() {
  const editor = useEditor();
  const { session, tell } = editor;
  const name = useValue(session.name);
  const guest = useIsGuest(editor);
  const mayRename = reaches(useValue(session.level), 'editor') && !guest;
  // Shown until the document itself has it.
  const [wanted, setWanted] = useState<string | null>(null);
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const rename = async (next: string): Promise<void> => {
    setWanted(next);
    try {
      await call('PATCH /documents/:doc', { params: { doc: session.documentId }, body: { name: next } });
    } catch (error) {
      tell({ text: documentTexts.couldNotRename, detail: failureText(error), kind: 'failure' });
    } finally {
      setWanted(null);
    }
  };
  if (editing) {
    return (
      <InPlaceName
        label={documentTexts.documentName}
        name={name}
        className={css['title']}
        onDone={(next, byKeyboard) => {
          flushSync(() => setEditing(false));
          if (next !== null) void rename(next);
          if (byKeyboard) button.current?.focus();
        }}
      />
    );
  }
  const words = <span className={css['words']}>{wanted ?? name}</span>;
  return (
    <h1>
      {mayRename ? (
        <button ref={button} type="button" className={css['title']} title={documentTexts.rename} onClick={() => setEditing(true)}>
          {words}
        </button>
      ) : (
        <span className={css['title']}>{words}</span>
      )}
    </h1>
  );
}
