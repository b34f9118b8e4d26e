/** boards-in: the plan boards of the open document, by tab and from top to bottom, and the one that a command applies to. */
import type { Element, Shape } from '#schema/element.ts';
import type { PlanBoard } from '#schema/plan-board.ts';
import type { Item } from '#schema/board.ts';
import { elementIdsOf } from '#schema/ydoc/read.ts';

import type { Editor } from '../state/editor.ts';
import type { DocumentSession } from '../live/document-session.ts';

export type BoardShape = Shape & { readonly planBoard: PlanBoard };

export const isBoard = (element: Element | undefined): element is BoardShape =>
  element?.type === 'shape' && element.planBoard !== undefined;

/** Whether the card is in one of the board's columns. */
export const holdsCard = ({ planBoard: { types, columns } }: BoardShape, { type, status, archived }: Item): boolean =>
  archived !== true && columns.some((column) => column.status === status) && types?.includes(type) !== false;

/** The open board of the shown tab, or else the board that is the whole selection. */
export function chosenBoard({ board, selection, tab }: Editor): BoardShape | null {
  const selected = selection.get();
  const [id = ''] = selected.size === 1 ? selected : [];
  const element = tab.view.get(board.get() ?? id);
  return isBoard(element) ? element : null;
}

export type BoardOnTab = { readonly tabId: string; readonly board: BoardShape };

export function boardsOf(session: Pick<DocumentSession, 'tabs' | 'tab' | 'doc'>): BoardOnTab[] {
  return session.tabs.get().flatMap(({ id: tabId }) => {
    const ids = elementIdsOf(session.doc, tabId, 'plan-board');
    const view = ids.length === 0 ? undefined : session.tab(tabId)?.view;
    const boards = ids.flatMap((id) => {
      const element = view?.get(id);
      return isBoard(element) ? [element] : [];
    });
    return boards.toSorted((a, b) => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1)).map((board) => ({ tabId, board }));
  });
}
