/** editor: what the panels, tools and commands of the shown tab share. One for each shown tab, by React context. */
import { createContext, useContext } from 'react';

import type { OpenBoard } from './open-board.ts';
import { CanvasState } from './canvas-state.ts';
import { leaveLeftGroups } from './groups.ts';
import { readGrid } from './grid.ts';
import { readTypeToEdit } from './type-to-edit.ts';
import { readInk } from './ink.ts';
import { Selection } from './selection.ts';
import { ToolChoice } from './tool-choice.ts';
import { Viewport, type ViewportState } from './viewport.ts';
import type { Command } from './command.ts';
import type { DocumentSession } from '../live/document-session.ts';
import type { UserBadge } from '../live/people-store.ts';
import { mayEditTab } from './may-edit.ts';
import { Signal, type Readable } from './signal.ts';
import type { SceneView } from '../scene/scene.ts';
import type { TabInView } from '../live/tab-store.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import type { VoteStore } from '../votes/vote-store.ts';
import { showSelection } from './secret-vote.ts';
import type { WantedCells } from '../sheet/wanted-cells.ts';
import type { Navigate } from './routes.ts';
import type { Tell } from '../ui/toast.tsx';
import { type Arrival, keepArrivalOf } from './arrival.ts';
import type { PanelName } from '../document/panels.ts';
import { browserStorage } from './browser-storage.ts';

export type Editor = {
  readonly session: DocumentSession;
  readonly tab: TabInView;
  readonly viewport: Viewport;
  readonly selection: Selection;
  readonly tool: ToolChoice;
  /** What the parts of the canvas share. */
  readonly canvas: CanvasState;
  /** How the tab is drawn; null until it is. */
  readonly scene: Signal<SceneView | null>;
  /** The open panel at the right; null for none. */
  readonly panel: Signal<PanelName | null>;
  /** The vote on the tab. */
  readonly vote: VoteStore;
  /** Whether the person may edit this tab. */
  readonly mayEdit: Readable<boolean>;
  /** Runs a command by its id, if it applies. */
  readonly run: (commandId: string) => void;
  /** Speaks a text to screen readers. */
  readonly announce: (text: string) => void;
  readonly tell: Tell;
  /** The open dialog of clients/editor/document/dialogs.ts; null for none. */
  readonly dialog: Signal<string | null>;
  /** The sheet that is open over the canvas, by its id. */
  readonly sheet: Signal<string | null>;
  /** What the grid of a sheet is to select next. */
  readonly cells: Signal<WantedCells | null>;
  /** The board that is open over the canvas, by its id. */
  readonly board: OpenBoard;
  /** The version history over the canvas, with what changed since a time (ms) if there is one; null if it is not open. */
  readonly past: Signal<{ readonly since: number | null } | null>;
  /** The tasks of the document. */
  readonly tasks: TaskStore;
  /** The part of each tab that was shown when another tab replaced it, by the tab's id. */
  readonly views: Map<string, ViewportState>;
  /** Comments that are not sent yet, by the id of their element. */
  readonly drafts: Map<string, string>;
  readonly navigate: Navigate;
  /** Shows another tab of the document. */
  readonly showTab: (tabId: string) => void;
  /** The action that runs on a tab once it is shown. */
  readonly arrival: Signal<Arrival | null>;
  /** The person at this page; null for a guest. */
  readonly self: Readable<UserBadge | null>;
  /** Whose view this one follows: the key of a person of the session. */
  readonly following: Signal<string | null>;
};

export type EditorShell = Pick<
  Editor,
  | 'announce'
  | 'tell'
  | 'showTab'
  | 'arrival'
  | 'panel'
  | 'dialog'
  | 'sheet'
  | 'cells'
  | 'board'
  | 'past'
  | 'tasks'
  | 'views'
  | 'drafts'
  | 'navigate'
  | 'self'
  | 'following'
>;

/** `end` removes its subscriptions to what outlives it. */
export function createEditor(
  session: DocumentSession,
  tab: TabInView,
  shell: EditorShell & Pick<Editor, 'vote'>,
  commands: readonly Command[],
): { readonly editor: Editor; readonly end: () => void } {
  const mayEdit = new Signal(false);
  const judge = (): void => {
    mayEdit.set(mayEditTab(session, tab.settings.get()));
  };
  judge();
  const editor: Editor = {
    session,
    tab,
    viewport: new Viewport(),
    selection: new Selection(),
    tool: new ToolChoice(),
    canvas: new CanvasState(),
    scene: new Signal<SceneView | null>(null),
    mayEdit,
    ...shell,
    run(commandId) {
      const command = commands.find(({ id }) => id === commandId);
      if (command !== undefined && command.when?.(editor) !== false) void command.run(editor);
    },
  };
  editor.canvas.grid.set(readGrid(browserStorage()));
  editor.canvas.typeToEdit.set(readTypeToEdit(browserStorage()));
  editor.canvas.ink.set(readInk(browserStorage()));
  session.show({ tab: tab.id, selection: [], cursor: null, laser: null, reaction: null });
  // Nudges on this tab do not join those on the tab before.
  session.stepBoundary();
  keepArrivalOf(tab.id, shell);
  const endings = [
    session.status.subscribe(judge),
    session.level.subscribe(judge),
    session.writableTabs.subscribe(judge),
    tab.settings.subscribe(judge),
    showSelection(editor),
    editor.selection.subscribe(() => leaveLeftGroups(editor.canvas.entered, editor.selection, tab.view)),
    // Deleted elements are not selected.
    tab.onChange(({ elements }) => {
      const selected = editor.selection.get();
      const touched = elements === 'all' || [...elements].some((id) => selected.has(id));
      if (!touched) return;
      editor.selection.set([...selected].filter((id) => tab.view.get(id) !== undefined));
      leaveLeftGroups(editor.canvas.entered, editor.selection, tab.view);
    }),
  ];
  const keepView = (): void => {
    if (editor.viewport.get().width > 0) shell.views.set(tab.id, editor.viewport.get());
  };
  return { editor, end: () => [keepView, ...endings].forEach((end) => end()) };
}

export const EditorContext = createContext<Editor | null>(null);

/** The editor of the shown tab. Only inside of a document screen. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('useEditor outside of a document screen');
  return editor;
}
