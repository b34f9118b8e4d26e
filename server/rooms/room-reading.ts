/** Plain values of a loaded document at one position of its journal. */
import { sheetIds } from '#schema/ydoc/sheets.ts';
import { readTheme } from '#schema/ydoc/themes.ts';
import type { Position } from '#storage/position.ts';

import type { RoomReading } from './port.ts';
import type { Shadow } from './shadow.ts';

type Revisions = Pick<Position, 'revs' | 'itemsRev' | 'itemTypesRev'>;

export const readingOf = (shadow: Shadow, documentId: string, { revs, itemsRev, itemTypesRev }: Revisions): RoomReading => ({
  documentId,
  name: shadow.name ?? '',
  tabs: shadow.tabs,
  tab: (tabId) => shadow.tab(tabId),
  lint: (tabId) => shadow.lint(tabId),
  lintChange: (tabId, plan) => shadow.lintChange(tabId, plan),
  lintWork: (tabId) => shadow.lintWork(tabId),
  rev: (tabId) => revs.get(tabId) ?? 0,
  counts: (tabId) => shadow.counts(tabId),
  theme: (themeId) => readTheme(shadow.doc, themeId),
  images: () => shadow.images,
  threadsOn: (tabId) => shadow.threadsOn(tabId),
  threadsOfRemoved: () => shadow.threadsOfRemoved,
  board: shadow.board,
  itemsRev,
  itemTypesRev,
  workbook: () => shadow.workbook,
  sheetIds: () => sheetIds(shadow.doc),
});
