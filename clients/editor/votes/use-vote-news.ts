/** use-vote-news: says that a vote was started or has ended while the page shows the tab, and puts the vote tool away after it. */
import { useEffect, useRef } from 'react';

import { reaches } from '#schema/access.ts';
import type { Vote } from '#schema/vote.ts';

import { serverClock } from '../api/server-clock.ts';
import { useEditor } from '../state/editor.ts';
import { voteTexts } from '../strings/votes.ts';
import { isRunning } from './vote-store.ts';

/** A vote that was started longer ago is no news to someone who opens the tab. */
const newMs = 20_000;

export function useVoteNews(vote: Vote | null): void {
  const { announce, tell, tool, session } = useEditor();
  const before = useRef<Vote | null>(null);
  useEffect(() => {
    const had = before.current;
    before.current = vote;
    if (!isRunning(vote) && tool.get().name === 'vote') tool.choose('select', true);
    if (vote === null) return;
    if (isRunning(vote) && had?.id !== vote.id && !vote.own && serverClock.now() - vote.startedAt < newMs) {
      const { name } = vote.startedBy;
      const votes = reaches(session.level.get(), 'participant') ? vote.left : 0;
      const text = votes > 0 ? voteTexts.hasStarted(name, votes) : voteTexts.hasStartedForOthers(name);
      announce(text);
      const place = { label: voteTexts.place, run: () => tool.choose('vote', true) };
      tell({ text, ...(votes > 0 && { action: place }) });
    }
    if (!isRunning(vote) && had?.id === vote.id && isRunning(had)) announce(voteTexts.hasEnded);
  }, [vote, announce, tell, tool, session]);
}
