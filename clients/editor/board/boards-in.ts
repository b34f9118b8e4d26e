/** boards-in: the plan boards of the open document, by tab, from top to bottom. */
import type { Shape } from '#schema/element.ts';
import { elementIdsOf } from '#schema/ydoc/read.ts';

import type { DocumentSession } from '../live/document-session.ts';

export type BoardOnTab = { readonly tabId: string; readonly board: Shape };

export function boardsOf(session: DocumentSession): BoardOnTab[] {
  return session.tabs.get().flatMap(({ id: tabId }) => {
    const ids = elementIdsOf(session.doc, tabId, 'plan-board');
    const view = ids.length === 0 ? undefined : session.tab(tabId)?.view;
    const boards = ids.flatMap((id) => {
      const element = view?.get(id);
      return element?.type === 'shape' && element.planBoard !== undefined ? [element] : [];
    });
    return boards.toSorted((a, b) => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1)).map((board) => ({ tabId, board }));
  });
}
