/** Reads a tab as the readers of a published link see it (SPEC.md, PB5 and PB6). */
import { type PublishedBoard, type PublishedTab, readerCards } from '#core/published/board.ts';
import { visibleTab } from '#core/published/visible-tab.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { cardsOn } from '#server/app/board-cards.ts';
import { facesOf, sheetsAmong } from '#server/app/shown-sheets.ts';
import type { RoomReading, Rooms } from '#server/rooms/port.ts';

import type { PublishedLink } from './published-link.ts';

export type BoardSource = { readonly rooms: Rooms; readonly now: () => number };

/** Errors: tab_not_found (also of a tab that the link does not show), document_not_found, room_unavailable. */
export async function readBoard(source: BoardSource, link: PublishedLink, tabId: string): Promise<PublishedBoard | Problem> {
  const { rooms } = source;
  const { documentId } = link;
  if (link.tabs?.includes(tabId) === false) return problem('tab_not_found');
  await rooms.prepareTab(documentId, tabId, 'read');
  const read = await rooms.read(documentId, (reading): Omit<PublishedBoard, 'sheets'> | Problem => {
    const tab = reading.tab(tabId);
    if (tab === undefined) return problem('tab_not_found');
    const { settings, elements } = visibleTab(tab);
    const boards = reading.board.boards.filter((board) => board.tabId === tabId && elements.has(board.elementId));
    return {
      name: reading.name,
      tabs: shownTabs(reading, link),
      settings,
      theme: findTheme(settings.theme) === null ? reading.theme(settings.theme) : null,
      cards: readerCards(cardsOn(boards, reading.board) ?? new Map()),
      elements,
    };
  });
  if (isProblem(read)) return read;
  const sheets = await facesOf(source, documentId, sheetsAmong(read.elements.values()));
  return { ...read, sheets: sheets ?? new Map() };
}

/** The tabs that a link shows, in tab order. Errors: document_not_found, room_unavailable. */
export const readShownTabs = ({ rooms }: BoardSource, link: PublishedLink): Promise<readonly PublishedTab[] | Problem> =>
  rooms.read(link.documentId, (reading) => shownTabs(reading, link));

const shownTabs = ({ tabs }: RoomReading, { tabs: only }: PublishedLink): PublishedTab[] =>
  tabs.filter(({ id }) => only?.includes(id) !== false).map(({ id, name }) => ({ id, name }));
