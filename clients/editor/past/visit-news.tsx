/**
 * visit-news: reports what others and agents did since the person's last visit, to those who may read the past, and shows it on request. A
 * visit ends when the page is hidden; after a break the page looks again.
 */
import { useEffect } from 'react';

import { reaches } from '#schema/access.ts';

import { call } from '../api/call.ts';
import type { DocumentShell } from '../document/shell.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { useValue } from '../state/signal.ts';
import { pastTexts } from '../strings/past.ts';
import { noteVisit, readVisit, visitKey } from './last-visit.ts';
import { newsSince } from './news.ts';
import { browserStorage } from '../state/browser-storage.ts';

/** A page that was hidden for less is still the same visit. */
const breakMs = 10 * 60_000;

type Props = { readonly session: DocumentSession; readonly shell: DocumentShell; readonly user: string };

export function VisitNews({ session, shell, user }: Props) {
  const isReader = reaches(useValue(session.level), 'editor');
  useEffect(() => {
    if (!isReader) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const key = visitKey(session.documentId, user);
    const look = async (since: number | null): Promise<void> => {
      if (since === null) return;
      const params = { doc: session.documentId };
      const { activity } = await call('GET /documents/:doc/activity', { params, query: { limit: 100 }, signal });
      const news = newsSince(activity, since, shell.self.get());
      if (news === null || signal.aborted) return;
      const show = (): void => {
        shell.showTab(news.tabId);
        shell.past.set({ since });
      };
      shell.tell({
        id: 'since-last-visit',
        text: pastTexts.sinceYourLastVisit,
        detail: pastTexts.changedBy(news.authors.map(pastTexts.author), news.elements),
        action: { label: pastTexts.showChanges, run: show },
        timeoutMs: 20_000,
      });
    };
    // News are a courtesy: without a connection there are none.
    const tryToLook = (since: number | null): void => void look(since).catch(() => undefined);
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') return noteVisit(browserStorage(), key, Date.now());
      const since = readVisit(browserStorage(), key);
      if (since !== null && Date.now() - since >= breakMs) tryToLook(since);
    };
    tryToLook(readVisit(browserStorage(), key));
    noteVisit(browserStorage(), key, Date.now());
    document.addEventListener('visibilitychange', onVisibility, { signal });
    window.addEventListener('pagehide', () => noteVisit(browserStorage(), key, Date.now()), { signal });
    return () => {
      noteVisit(browserStorage(), key, Date.now());
      ending.abort();
    };
  }, [session, shell, user, isReader]);
  return null;
}
