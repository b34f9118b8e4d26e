/** The published board of a tab that is the only one of its document. */
import type { TabState } from '#schema/tab.ts';

import type { PublishedBoard } from './board.ts';

export const boardOf = ({ elements, skipped: _skipped, ...settings }: TabState): PublishedBoard => ({
  name: 'Payments',
  tabs: [{ id: settings.id, name: settings.name }],
  settings,
  theme: null,
  cards: {},
  elements,
  sheets: new Map(),
});
