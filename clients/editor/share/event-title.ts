/** event-title: what people call the types of events. */
import type { EventType } from '#schema/event.ts';

import { shareTexts } from '../strings/share.ts';

const titles: Readonly<Record<EventType, () => string>> = {
  comment: () => shareTexts.eventComment,
  thread: () => shareTexts.eventThread,
  presence: () => shareTexts.eventPresence,
  changeset: () => shareTexts.eventChangeset,
  item: () => shareTexts.eventItem,
  'item-types': () => shareTexts.eventItemTypes,
  sheet: () => shareTexts.eventSheet,
  tab: () => shareTexts.eventTab,
  document: () => shareTexts.eventDocument,
  task: () => shareTexts.eventTask,
  proposal: () => shareTexts.eventProposal,
};

export const eventTitle = (type: EventType): string => titles[type]();
