/**
 * document-screen: a document: its canvas, and around it the bars and panels of panels.ts.
 *
 * The address names the tab; without one, or with one that is gone, the first tab is shown.
 */
import { useEffect, useMemo, useState } from 'react';

import { Canvas } from '../canvas/canvas.tsx';
import { onKeys } from '../commands/command.ts';
import { commands } from '../commands/list.ts';
import { DocumentSession } from '../live/document-session.ts';
import { useStore } from '../live/store.ts';
import type { TabStore } from '../live/tab-store.ts';
import type { WhoStore } from '../rest/who.ts';
import type { Navigate } from '../routes.ts';
import { useTell } from '../ui/toast.tsx';
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

type OpenProps = Omit<Props, 'documentId'> & { readonly session: DocumentSession };

function OpenDocument({ session, tabId, who, navigate }: OpenProps) {
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

  if (status.kind === 'gone') return <Gone reason={status.reason} navigate={navigate} />;
  if (tab === null)
    return (
      <p className="screen-message" role="status">
        Opening…
      </p>
    );
  return <ShownTab key={tab.id} session={session} tab={tab} shell={shell} name={name} />;
}

type ShownTabProps = {
  readonly session: DocumentSession;
  readonly tab: TabStore;
  readonly shell: Shell;
  readonly name: string;
};

function ShownTab({ session, tab, shell, name }: ShownTabProps) {
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
  if (editor === null) return null;
  return (
    <EditorContext value={editor}>
      <div className="document-screen">
        <Canvas />
        <div className="overlay">
          {slots.overlay.map((Part, index) => (
            <Part key={index} />
          ))}
        </div>
        <header className="top-bar">
          <h1>{name}</h1>
          {slots.topLeft.map((Part, index) => (
            <Part key={index} />
          ))}
          <div className="spring" />
          {slots.topRight.map((Part, index) => (
            <Part key={index} />
          ))}
          <PanelButtons panels={panels} />
        </header>
        {(['left', 'bottom', 'bottomRight'] as const).map((slot) => (
          <div key={slot} className={`slot-${slot}`}>
            {slots[slot].map((Part, index) => (
              <Part key={index} />
            ))}
          </div>
        ))}
        <SidePanel panels={panels} />
        <p className="unseen" aria-live="polite">
          {said}
        </p>
      </div>
    </EditorContext>
  );
}

function Gone({ reason, navigate }: { readonly reason: 'signed-out' | 'no-access'; readonly navigate: Navigate }) {
  return (
    <main className="screen-message">
      <h1>{reason === 'signed-out' ? 'You are signed out' : 'This document is not open to you'}</h1>
      <p>
        {reason === 'signed-out'
          ? 'Sign in to go on.'
          : 'It was removed, or your access to it has ended. Its owner can give it back.'}
      </p>
      <button onClick={() => navigate({ screen: 'documents' })}>{reason === 'signed-out' ? 'Sign in' : 'Your documents'}</button>
    </main>
  );
}
