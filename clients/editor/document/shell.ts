/** shell: what stays while tabs of a document are changed: the open panel, whom one follows, what is said, and toasts. */
import { OpenBoard } from '../board/open-board.ts';
import type { DocumentSession } from '../live/document-session.ts';
import type { Face } from '../live/people-store.ts';
import { Cell } from '../live/store.ts';
import type { WhoStore } from '../rest/who.ts';
import type { Navigate } from '../routes.ts';
import type { Tell } from '../ui/toast.tsx';
import type { WantedCells } from '../sheet/wanted-cells.ts';
import type { Arrival } from './arrival.ts';
import type { EditorShell } from './editor.ts';

export type Shell = EditorShell & { readonly said: Cell<string> };

type Surroundings = { readonly who: WhoStore; readonly navigate: Navigate; readonly tell: Tell };

export function createShell(session: DocumentSession, { who, navigate, tell }: Surroundings): Shell {
  const said = new Cell('');
  return {
    said,
    panel: new Cell<string | null>(null),
    dialog: new Cell<string | null>(null),
    sheet: new Cell<string | null>(null),
    cells: new Cell<WantedCells | null>(null),
    arrival: new Cell<Arrival | null>(null),
    board: new OpenBoard(),
    navigate,
    following: new Cell<string | null>(null),
    self: { get: () => personOf(who), subscribe: (listener) => who.subscribe(listener) },
    // The same words again are spoken only when they differ.
    announce: (text) => said.set(text === said.get() ? `${text}\u00a0` : text),
    tell,
    showTab: (tab) => navigate({ screen: 'document', document: session.documentId, tab }),
  };
}

function personOf(who: WhoStore): Face | null {
  const me = who.get();
  return me.state === 'person' ? me.user : null;
}
