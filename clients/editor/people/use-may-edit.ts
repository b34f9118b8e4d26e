/** use-may-edit: whether the person may edit a tab, which need not be the one that is shown. */
import type { DocumentSession } from '../live/document-session.ts';
import { mayEditTab } from '../state/may-edit.ts';
import { useValue } from '../state/signal.ts';

export function useMayEdit(session: DocumentSession, tabId: string): boolean {
  const tabs = useValue(session.tabs);
  useValue(session.level);
  useValue(session.writableTabs);
  useValue(session.status);
  return mayEditTab(
    session,
    tabs.find(({ id }) => id === tabId),
  );
}
