/** Whether the person may edit a tab: by the connection, their level, the tabs that they are limited to, and the tab's lock. */
import { reaches } from '#schema/access.ts';
import type { TabSettings } from '#schema/tab.ts';

import type { DocumentSession } from '../live/document-session.ts';

type Rights = Pick<DocumentSession, 'status' | 'level' | 'writableTabs'>;

/** False for a tab that is gone. */
export function mayEditTab(session: Rights, tab: Pick<TabSettings, 'id' | 'locked'> | undefined): boolean {
  if (tab === undefined || tab.locked || !reaches(session.level.get(), 'editor')) return false;
  const { kind } = session.status.get();
  const isOpen = kind !== 'refused' && kind !== 'gone' && kind !== 'connecting';
  return isOpen && session.writableTabs.get()?.includes(tab.id) !== false;
}
