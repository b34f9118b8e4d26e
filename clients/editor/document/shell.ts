/**
 * shell: what stays when another tab of the document is shown: the open panel, the followed person, announcements, toasts, comments
 * that are not sent, and the views that tabs were left with.
 */
import { OpenBoard } from '../state/open-board.ts';
import type { DocumentSession } from '../live/document-session.ts';
import type { UserBadge } from '../live/people-store.ts';
import { type Readable, Signal } from '../state/signal.ts';
import type { Identity } from '../api/who.ts';
import type { Navigate } from '../state/routes.ts';
import type { Tell } from '../ui/toast.tsx';
import type { WantedCells } from '../sheet/wanted-cells.ts';
import type { Arrival } from '../state/arrival.ts';
import type { ViewportState } from '../state/viewport.ts';
import type { EditorShell } from '../state/editor.ts';
import { TaskStore } from '../tasks/task-store.ts';

export type DocumentShell = EditorShell & { readonly announcement: Signal<string> };

type Surroundings = { readonly who: Readable<Identity>; readonly navigate: Navigate; readonly tell: Tell };

export function createShell(session: DocumentSession, { who, navigate, tell }: Surroundings): DocumentShell {
  const announcement = new Signal('');
  return {
    announcement,
    panel: new Signal<string | null>(null),
    dialog: new Signal<string | null>(null),
    sheet: new Signal<string | null>(null),
    cells: new Signal<WantedCells | null>(null),
    arrival: new Signal<Arrival | null>(null),
    board: new OpenBoard(),
    past: new Signal<{ readonly since: number | null } | null>(null),
    tasks: new TaskStore(session),
    views: new Map<string, ViewportState>(),
    drafts: new Map<string, string>(),
    navigate,
    following: new Signal<string | null>(null),
    self: { get: () => personOf(who), subscribe: (listener) => who.subscribe(listener) },
    // A repeated text is announced only if it differs.
    announce: (text) => announcement.set(text === announcement.get() ? `${text}\u00a0` : text),
    tell,
    showTab: (tab) => navigate({ screen: 'document', document: session.documentId, tab }),
  };
}

function personOf(who: Readable<Identity>): UserBadge | null {
  const me = who.get();
  return me.state === 'person' ? me.user : null;
}
