/**
 * document-screen: a document: its canvas, and around it the bars and panels of panels.ts.
 *
 * The address names the tab; without one, or with a deleted one, the first tab at that time is shown.
 */
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';

import { Canvas } from '../canvas/canvas.tsx';
import { onKeys } from '../state/command.ts';
import { beginTyping } from '../commands/begin-typing.ts';
import { commands } from '../commands/list.ts';
import { DocumentOpening } from '../live/document-opening.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { useValue } from '../state/signal.ts';
import type { TabStore } from '../live/tab-store.ts';
import { guestKey } from '../offline/device.ts';
import type { WhoStore } from '../api/who.ts';
import type { Navigate } from '../state/routes.ts';
import { VisitNews } from '../past/visit-news.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useTell } from '../ui/toast.tsx';
import { whenIdle } from '../offline/when-idle.ts';
import { dialogs } from './dialogs.ts';
import { VoteStore } from '../votes/vote-store.ts';
import { createEditor, EditorContext, type Editor } from '../state/editor.ts';
import { PanelButtons } from './panel-buttons.tsx';
import { OverCanvas } from './over-canvas.tsx';
import { panels, slots } from './panels.ts';
import { createShell, type DocumentShell } from './shell.ts';
import { Gone } from './gone.tsx';
import { LinkedTarget } from './linked-target.tsx';
import { LinkedProposal } from '../proposals/linked-proposal.tsx';
import { RefusedWork } from './refused-work.tsx';
import { NotHere } from './not-here.tsx';
import { SidePanel } from './side-panel.tsx';
import './shell.css';
import { documentTexts } from '../strings/document.ts';

type Props = {
  readonly documentId: string;
  readonly tabId: string | null;
  /** What is selected once the document is open: what a changeset changed, what has this id, or a proposal that is shown. */
  readonly target: string | null;
  readonly onTargetShown: () => void;
  readonly who: WhoStore;
  readonly navigate: Navigate;
};

export function DocumentScreen({ documentId, ...rest }: Props) {
  const { who } = rest;
  const me = useValue(who);
  /** Whose copies are read. */
  const user = me.state === 'person' ? me.user.id : guestKey;
  const [opening, setOpening] = useState<DocumentOpening | null>(null);
  useEffect(() => {
    const opened = new DocumentOpening(documentId, user, who.device.store);
    setOpening(opened);
    return () => {
      setOpening(null);
      opened.end();
    };
  }, [documentId, user, who]);
  return opening === null ? null : <OpenDocument key={documentId} opening={opening} {...rest} />;
}

type OpenProps = Omit<Props, 'documentId'> & { readonly opening: DocumentOpening };

function OpenDocument({ opening, tabId, target, onTargetShown, who, navigate }: OpenProps) {
  const session = useValue(opening.session);
  const me = useValue(who);
  const tabs = useValue(session.tabs);
  const status = useValue(session.status);
  const name = useValue(session.name);
  const [unnamed, setUnnamed] = useState<string | null>(null);
  const named = tabs.find(({ id }) => id === tabId);
  const shown = named ?? tabs.find(({ id }) => id === unnamed) ?? tabs[0];
  // A tab that the address does not name stays shown when others are moved before it.
  if (named === undefined && shown !== undefined && shown.id !== unnamed) setUnnamed(shown.id);
  const tab = shown === undefined ? null : session.tab(shown.id);
  const tell = useTell();
  const shell = useMemo(() => createShell(session, { who, navigate, tell }), [session, who, navigate, tell]);

  useEffect(() => {
    document.title = name === '' ? 'Atelier' : `${name} · Atelier`;
  }, [name]);

  if (status.kind === 'gone') {
    const isGuest = me.state === 'guest';
    return <Gone reason={status.reason} isGuest={isGuest} session={session} navigate={navigate} />;
  }
  if (tab === null && status.kind === 'connecting' && status.lost === true)
    return <NotHere isGuest={me.state === 'guest'} navigate={navigate} />;
  if (tab === null)
    return (
      <div className="screen-message">
        <Spinner label={documentTexts.opening} />
      </div>
    );
  return (
    <>
      <ShownTab session={session} tab={tab} shell={shell}>
        {target?.startsWith('pr_') === true && <LinkedProposal proposal={target} onShown={onTargetShown} />}
        {target !== null && !target.startsWith('pr_') && <LinkedTarget target={target} onShown={onTargetShown} />}
      </ShownTab>
      <RefusedWork opening={opening} />
      {me.state === 'person' && <VisitNews session={session} shell={shell} user={me.user.id} />}
    </>
  );
}

type ShownTabProps = {
  readonly session: DocumentSession;
  readonly tab: TabStore;
  readonly shell: DocumentShell;
  readonly children: ReactNode;
};

/** The bars stay when another tab is shown, and with them the focus; what belongs to the tab is created again. */
function ShownTab({ session, tab, shell, children }: ShownTabProps) {
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    const { editor: made, end } = createEditor(session, tab, { ...shell, vote: new VoteStore(session, tab) }, commands);
    setEditor(made);
    const endKeys = onKeys(commands, made, beginTyping);
    return () => {
      endKeys();
      end();
    };
  }, [session, tab, shell]);
  const announcement = useValue(shell.announcement);
  const dialog = useValue(shell.dialog);
  const Dialog = dialogs.find(({ name }) => name === dialog)?.body;
  useEffect(() => whenIdle(() => void fetchParts()), []);
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
          <OverCanvas>
            <Slot parts={slots.overlay} />
          </OverCanvas>
          <div className="slot-left">
            <Slot parts={slots.left} />
          </div>
          <div className="slot-bottomRight">
            <Slot parts={slots.bottomRight} />
          </div>
          <SidePanel panels={panels} />
        </main>
        <footer className="slot-bottom">
          <Slot parts={slots.bottom} />
          <div className="slot-foot">
            <Slot parts={slots.foot} />
          </div>
        </footer>
        <p className="unseen" aria-live="polite">
          {announcement}
        </p>
        {children}
        {Dialog !== undefined && <Dialog onClose={() => shell.dialog.set(null)} />}
      </div>
    </EditorContext>
  );
}

/** Loads parts that are soon opened by a key, for offline use too. One after the other, as nothing waits for them. */
async function fetchParts(): Promise<void> {
  for (const { body } of [...dialogs, ...panels]) if ('fetch' in body) await body.fetch();
}

/** The lists of panels.ts never change: a part is identified by its place. */
function Slot({ parts }: { readonly parts: readonly ComponentType[] }) {
  // eslint-disable-next-line react/no-array-index-key
  return parts.map((Part, place) => <Part key={place} />);
}
