/** The editors of all nodes, as this node knows them; nothing is requested over the network. */
import type { HoldersOf } from '#server/app/held.ts';
import type { SelectionOf } from '#server/app/changesets.ts';
import type { EditorsOf } from '#server/app/presence.ts';
import type { Holder } from '#server/live/holders.ts';
import type { LiveServer } from '#server/live/live-server.ts';

import type { Peers } from './peers.ts';
import type { EditorNote } from './remote-editors.ts';

export type AllEditors = { readonly editorsOf: EditorsOf; readonly holdersOf: HoldersOf; readonly selectionOf: SelectionOf };

export function allEditors(live: LiveServer, peers: Pick<Peers, 'editorsOf'>): AllEditors {
  /** Leaves out editors that have moved to this node, which their previous node may not know yet. */
  const remote = (documentId: string): EditorNote[] => {
    const notes = peers.editorsOf(documentId);
    if (notes.size === 0) return [];
    const here = new Set(live.shared.clientsOf(documentId));
    return [...notes].filter(([client]) => !here.has(client)).map(([, note]) => note);
  };
  const holders = (documentId: string, tabId: string): Holder[] => [
    ...live.holdersOf(documentId, tabId),
    ...remote(documentId)
      .filter(({ tab, holds, selection }) => holds && tab === tabId && selection.length > 0)
      .map(({ user: { id, name, color }, selection }) => ({ userId: id, name, color, elements: selection })),
  ];
  return {
    editorsOf: (documentId) => [...live.editorsOf(documentId), ...remote(documentId)],
    holdersOf: (documentId, tabId) => Promise.resolve(holders(documentId, tabId)),
    selectionOf: (userId, documentId, tabId) => {
      const own = holders(documentId, tabId).filter((holder) => holder.userId === userId);
      return [...new Set(own.flatMap(({ elements }) => elements))];
    },
  };
}
