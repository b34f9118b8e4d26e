/** use-following: the view follows that of another person, until the reader moves it or the person leaves. Agents have no view. */
import { useEffect } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';

export function useFollowing(): void {
  const { session, tab, viewport, following, showTab } = useEditor();
  const followed = useValue(following);
  const people = useValue(session.people);
  const leader = people.find(({ key, kind }) => key === followed && kind === 'editor');
  const view = leader?.viewport ?? null;
  const leaderTab = leader?.tab ?? null;

  useEffect(() => {
    if (followed !== null && leader === undefined) following.set(null);
  }, [followed, leader, following]);

  useEffect(() => {
    if (leaderTab !== null && leaderTab !== tab.id && session.tab(leaderTab) !== null) showTab(leaderTab);
  }, [leaderTab, tab, session, showTab]);

  useEffect(() => {
    if (view === null || leaderTab !== tab.id) return undefined;
    viewport.fit(view, 0);
    const shown = viewport.get();
    return viewport.subscribe(() => {
      const { x, y, zoom } = viewport.get();
      if (x !== shown.x || y !== shown.y || zoom !== shown.zoom) following.set(null);
    });
  }, [view, leaderTab, tab, viewport, following]);
}
