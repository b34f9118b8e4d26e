/**
 * document-screen: a document: its canvas, and around it the bars and panels of panels.ts.
 *
 * The address names the tab; without one, or with one that is gone, the first tab is shown.
 */
import { type ComponentType, useEffect, useMemo, useState } from 'react';

import { Canvas } from '../canvas/canvas.tsx';
import { onKeys } from '../commands/command.ts';
import { commands } from '../commands/list.ts';
import { Door } from '../home/door.tsx';
import { DocumentSession } from '../live/document-session.ts';
import { useStore } from '../live/store.ts';
import type { TabStore } from '../live/tab-store.ts';
import type { WhoStore } from '../rest/who.ts';
import type { Navigate } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useTell } from '../ui/toast.tsx';
import { dialogs } from './dialogs.ts';
import { createEditor, EditorContext, type Editor } from './editor.ts';
import { PanelButtons } from './panel-buttons.tsx';
import { panels, slots } from './panels.ts';
import { createShell, type Shell } from './shell.ts';
import { SidePanel } from './side-panel.tsx';
import './shell.css';

type Props = {
  readonly documentId: string;
  readonly tabId: string | null;
  readonly who: WhoStore;
  readonly navigate: Navigate;
};

export function DocumentScreen({ documentId, ...rest }: Props) {
  const [session, setSession] = useState<DocumentSession | null>(null);
  useEffect(() => {
    const opened = new DocumentSession(documentId);
    setSession(opened);
    return () => {
      setSession(null);
      opened.destroy();
    };
  }, [documentId]);
  return session === null ? null : <OpenDocument key={documentId} session={session} {...rest} />;
}

function OpenDocument({ session, tabId, who, navigate }: Omit<Props, 'documentId'> & { readonly session: DocumentSession }) {
  const tabs = useStore(session.tabs);
  const status = useStore(session.status);
  const name = useStore(session.name);
  const shown = tabs.find(({ id }) => id === tabId) ?? tabs[0];
  const tab = shown === undefined ? null : session.tab(shown.id);
  const tell = useTell();
  const shell = useMemo(() => createShell(session, { who, navigate, tell }), [session, who, navigate, tell]);

  useEffect(() => {
    document.title = name === '' ? 'Atelier' : `${name} · Atelier`;
  }, [name]);

  if (status.kind === 'gone') return <Gone reason={status.reason} isGuest={who.get().state === 'guest'} navigate={navigate} />;
  if (tab === null)
    return (
      <div className="screen-message">
        <Spinner label="Opening" />
      </div>
    );
  return <ShownTab session={session} tab={tab} shell={shell} />;
}

type ShownTabProps = { readonly session: DocumentSession; readonly tab: TabStore; readonly shell: Shell };

/** The bars stay when another tab is shown, and with them the focus; what belongs to the tab is made anew. */
function ShownTab({ session, tab, shell }: ShownTabProps) {
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    const { editor: made, end } = createEditor(session, tab, shell, commands);
    setEditor(made);
    const endKeys = onKeys(commands, made);
    return () => {
      endKeys();
      end();
    };
  }, [session, tab, shell]);
  const said = useStore(shell.said);
  const dialog = useStore(shell.dialog);
  const Dialog = dialogs.find(({ name }) => name === dialog)?.body;
  if (editor === null) return null;
  return (
    <EditorContext value={editor}>
      <div className="document-screen">
        <header className="top-bar">
          <Slot parts={slots.topLeft} />
          <div className="spring" />
          <Slot parts={slots.topRight} />
          <PanelButtons panels={panels} />
          <Slot parts={slots.topEnd} />
        </header>
        <main className="stage" key={editor.tab.id}>
          <Canvas />
          <div className="overlay">
            <Slot parts={slots.overlay} />
          </div>
          <div className="slot-left">
            <Slot parts={slots.left} />
          </div>
          <div className="slot-bottomRight">
            <Slot parts={slots.bottomRight} />
          </div>
          <SidePanel panels={panels} />
        </main>
        <div className="slot-bottom">
          <Slot parts={slots.bottom} />
        </div>
        <p className="unseen" aria-live="polite">
          {said}
        </p>
        {Dialog !== undefined && <Dialog onClose={() => shell.dialog.set(null)} />}
      </div>
    </EditorContext>
  );
}

/** The lists of panels.ts never change: a part's place is its name. */
function Slot({ parts }: { readonly parts: readonly ComponentType[] }) {
  // eslint-disable-next-line react/no-array-index-key
  return parts.map((Part, place) => <Part key={place} />);
}

type GoneProps = {
  readonly reason: 'signed-out' | 'no-access';
  readonly isGuest: boolean;
  readonly navigate: Navigate;
};

function Gone({ reason, isGuest, navigate }: GoneProps) {
  const signsIn = reason === 'signed-out' || isGuest;
  return (
    <Door
      title={reason === 'signed-out' ? 'You are signed out' : 'This document is not open to you'}
      lead={
        reason === 'signed-out'
          ? 'Sign in to go on.'
          : 'It was removed, or your access to it has ended. Its owner can give it back.'
      }
    >
      <Button kind="primary" onClick={() => navigate({ screen: 'documents' })}>
        {signsIn ? 'Sign in' : 'Your documents'}
      </Button>
    </Door>
  );
}
