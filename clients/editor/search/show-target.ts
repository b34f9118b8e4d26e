/** show-target: shows and selects what an address or a search names by its id: an element, a page, a card, a comment or a cell. */
import { isElementId, isId } from '#schema/ids.ts';

import { readThreads } from '#schema/ydoc/threads.ts';

import { reachOnTab } from '../people/reach-on-tab.ts';
import { showElements } from '../people/show-elements.ts';
import { onTab } from '../state/arrival.ts';
import type { Editor } from '../state/editor.ts';

const readableZoom = 0.5;

/** False if it is not in the document any more. */
export function showTarget(editor: Editor, target: string): boolean {
  const { tab, viewport } = editor;
  if (isElementId(target)) {
    const isThere = tab.view.get(target) !== undefined;
    if (!isThere) return false;
    showElements(editor, tab.id, [target]);
    const reach = reachOnTab(target, tab.view);
    // What was searched for is to be read.
    if (reach !== null && viewport.get().zoom < readableZoom) viewport.fit(reach);
    return true;
  }
  if (isId('page', target)) {
    const page = tab.settings.get().pages.find(({ id }) => id === target);
    if (page !== undefined) viewport.fit(page.rect);
    return page !== undefined;
  }
  if (isId('item', target)) return showCard(editor);
  if (isId('cmt', target)) return showComment(editor, target);
  return showCell(editor, target);
}

/** Opens the thread, in its panel or in its card. */
function showComment(editor: Editor, comment: string): boolean {
  const { session, tab } = editor;
  const [threadId] = [...readThreads(session.doc)].find(([, { comments }]) => comments.some(({ id }) => id === comment)) ?? [];
  if (threadId === undefined) return false;
  if (isId('item', threadId)) {
    if (!session.cards.items.has(threadId)) return false;
    editor.canvas.linkedCard.set(threadId);
    editor.canvas.linkedComment.set(comment);
    return true;
  }
  const tabs = [tab.id, ...session.tabs.get().map(({ id }) => id)];
  const place = tabs.find((id) => session.tab(id)?.view.get(threadId) !== undefined);
  if (place === undefined) return false;
  onTab(editor, place, (there) => {
    showElements(there, place, [threadId]);
    there.panel.set('comments');
    there.canvas.linkedComment.set(comment);
  });
  return true;
}

/** Opens a board: the one of this tab, or the first of another. */
function showCard(editor: Editor): boolean {
  const tabs = [editor.tab.id, ...editor.session.tabs.get().map(({ id }) => id)];
  for (const tabId of tabs) {
    for (const element of editor.session.tab(tabId)?.view.elements() ?? []) {
      if (element.type !== 'shape' || element.planBoard === undefined) continue;
      const { id } = element;
      onTab(editor, tabId, (there) => there.board.open(id));
      return true;
    }
  }
  return false;
}

/** `sheet_….row_…:col_…` */
function showCell({ sheet, cells }: Editor, target: string): boolean {
  const [sheetId = '', cell = ''] = target.split('.');
  if (!isId('sheet', sheetId)) return false;
  cells.set({ sheet: sheetId, cells: [cell], lines: [] });
  sheet.set(sheetId);
  return true;
}
