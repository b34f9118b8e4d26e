/**
 * chat-board: a tab in a chat. People pan, zoom, select, move and edit as on the canvas of a document's screen; what they select is
 * told to the model by reference, and `selected` names it. Undo of the agent's change is a revert with the board's own ticket.
 */
import { ExternalLink, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';

import type { BoardTarget } from './board-target.ts';
import type { ChatHost } from './chat-host.ts';
import css from './chat-board.module.css';
import { shownCommands } from './shown-commands.ts';
import { CanvasSurface } from '../canvas/canvas-surface.tsx';
import { ZoomBar } from '../canvas/zoom-bar.tsx';
import type { Identity } from '../api/who.ts';
import { failureText, imageBytes } from '../api/call.ts';
import { createShell } from '../document/shell.ts';
import { statusText } from '../document/save-status-text.tsx';
import '../document/shell.css';
import { DocumentSession } from '../live/document-session.ts';
import type { TabStore } from '../live/tab-store.ts';
import { Notices } from '../people/notices.tsx';
import { takeBack, takenBackText } from '../people/take-back.ts';
import { LoadedImages } from '../scene/loaded-images.ts';
import { onKeys } from '../state/command.ts';
import { VoteStore } from '../votes/vote-store.ts';
import { createEditor, EditorContext, type Editor } from '../state/editor.ts';
import { Signal, useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useTell } from '../ui/toast.tsx';
import { UndoButtons } from '../undo/undo-buttons.tsx';
import { chatTexts } from '../strings/chat.ts';
import { peopleTexts } from '../strings/people.ts';

type Props = { readonly host: ChatHost; readonly target: BoardTarget; readonly address: () => Promise<string> };

/** Nothing is stored in the browser: the page's origin is the host's, and shared by whatever it shows. */
const nothingKept = { store: Promise.resolve(null), user: '' };

export function ChatBoard({ host, target, address }: Props) {
  const session = useMemo(() => new DocumentSession(target.document, nothingKept), [target]);
  useEffect(() => () => session.destroy(), [session]);
  const [chosen, choose] = useState(target.tab);
  const tabs = useValue(session.tabs);
  const status = useValue(session.status);
  const tell = useTell();
  const shell = useMemo(() => {
    const who = new Signal<Identity>({ state: 'guest' });
    const navigate = ({ tab }: { readonly tab?: string | null }): void => choose(tab ?? null);
    return createShell(session, { who, navigate: (route) => navigate('tab' in route ? route : {}), tell });
  }, [session, tell]);
  if (status.kind === 'gone' || status.kind === 'refused')
    return (
      <div className={css['message']}>
        <Notice kind="error">{status.kind === 'gone' ? chatTexts.accessEnded : statusText(status)}</Notice>
        <OpenButton host={host} address={address} />
      </div>
    );
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const tab = shown === undefined ? null : session.tab(shown.id);
  if (tab === null)
    return (
      <div className={css['message']}>
        <Spinner label={chatTexts.opening} />
      </div>
    );
  return <ShownTab key={tab.id} session={session} tab={tab} shell={shell} host={host} target={target} address={address} />;
}

type ShownProps = Props & {
  readonly session: DocumentSession;
  readonly tab: TabStore;
  readonly shell: ReturnType<typeof createShell>;
};

function ShownTab({ session, tab, shell, host, target, address }: ShownProps) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const images = useMemo(() => new LoadedImages((id) => imageBytes(id, session.documentId)), [session]);
  const announcement = useValue(shell.announcement);
  useEffect(() => {
    const { editor: made, end } = createEditor(session, tab, { ...shell, vote: new VoteStore(session, tab) }, shownCommands);
    setEditor(made);
    const endings = [onKeys(shownCommands, made), tellSelection(made, host), end];
    return () => endings.forEach((ending) => ending());
  }, [session, tab, shell, host]);
  if (editor === null) return null;
  return (
    <EditorContext value={editor}>
      <div className={classNames('document-screen', css['board'])}>
        <Bar editor={editor} host={host} target={target} address={address} />
        <main className="stage">
          <CanvasSurface inChat images={images} />
          <div className="slot-bottomRight">
            <ZoomBar />
          </div>
          <Notices />
        </main>
        <p className="unseen" aria-live="polite">
          {announcement}
        </p>
      </div>
    </EditorContext>
  );
}

type BarProps = Props & { readonly editor: Editor };

function Bar({ editor, host, target, address }: BarProps) {
  const { session, tab } = editor;
  const name = useValue(session.name);
  const status = useValue(session.status);
  const { name: tabName } = useValue(tab.settings);
  const mayEdit = useValue(editor.mayEdit);
  return (
    <header className={css['bar']}>
      <h1 className={css['name']}>
        {name} <span className={css['tab']}>{tabName}</span>
      </h1>
      <span className={css['status']} role="status" data-kind={status.kind}>
        {mayEdit || status.kind !== 'saved' ? statusText(status) : chatTexts.viewOnly}
      </span>
      {mayEdit && target.changeset !== null && <UndoAgent editor={editor} changeset={target.changeset} />}
      {mayEdit && <UndoButtons className={undefined} side="bottom" />}
      <OpenButton host={host} address={address} />
    </header>
  );
}

function UndoAgent({ editor, changeset }: { readonly editor: Editor; readonly changeset: string }) {
  const { session, announce, tell } = editor;
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
  if (state === 'done') return null;
  const undo = async (): Promise<void> => {
    setState('busy');
    try {
      const text = takenBackText(await takeBack(session, [changeset]));
      setState('done');
      announce(text);
      tell({ text });
    } catch (error) {
      setState('ready');
      tell({ text: failureText(error), kind: 'failure' });
    }
  };
  return (
    <Button size="sm" icon={<Undo2 />} busy={state === 'busy'} onClick={() => void undo()} aria-label={chatTexts.undoAgent}>
      <span className={css['wide']}>{chatTexts.undoAgent}</span>
      <span className={css['narrow']}>{peopleTexts.undo}</span>
    </Button>
  );
}

type OpenProps = Pick<Props, 'host' | 'address'>;

export function OpenButton({ host, address }: OpenProps) {
  const tell = useTell();
  const open = async (): Promise<void> => {
    try {
      await host.openLink(await address());
    } catch (error) {
      tell({ text: failureText(error), kind: 'failure' });
    }
  };
  return <IconButton size="sm" label={chatTexts.openInAtelier} icon={<ExternalLink />} onClick={() => void open()} />;
}

const settledMs = 300;
const namedMax = 30;

/** The model reads references only, never text of people. */
function tellSelection({ selection, tab, session }: Editor, host: ChatHost): () => void {
  if (!host.takesModelContext) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = selection.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const refs = [...selection.get()].map((id) => tab.view.refOf(id));
      const named = refs.slice(0, namedMax).join(', ') + (refs.length > namedMax ? ' …' : '');
      const text =
        refs.length === 0
          ? ''
          : `On the board of document ${session.documentId}, tab ${tab.id}, the person has selected: ${named}. In operations, \`selected\` names these.`;
      host.updateModelContext(text).catch(() => undefined);
    }, settledMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
