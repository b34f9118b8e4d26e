/**
 * vote-chip: the vote on the tab, at the top of the canvas for everyone: how many votes the person has left and who started it, and once
 * it has ended its results.
 */
import { Check, Lock, Vote as VoteIcon, X } from 'lucide-react';

import type { Vote } from '#schema/vote.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { voteTexts } from '../strings/votes.ts';
import { useVoteNews } from './use-vote-news.ts';
import { clearVote, endVote, mayClearVote, mayEndVote, mayVote, votesLeft } from './vote-calls.ts';
import css from './vote-chip.module.css';
import { VoteResults } from './vote-results.tsx';
import { isRunning, onTab } from './vote-store.ts';

export function VoteChip() {
  const editor = useEditor();
  useValue(editor.session.level);
  useValue(editor.session.writableTabs);
  const vote = useValue(editor.vote);
  const tool = useValue(editor.tool);
  useTabVersion(editor.tab);
  useVoteNews(vote);
  if (vote === null) return null;
  const running = isRunning(vote);
  return (
    <div className={css['chip']} {...toolbarProps(voteTexts.vote)} data-running={running}>
      <span className={css['sign']} aria-hidden>
        {running && vote.private ? <Lock /> : <VoteIcon />}
      </span>
      <Words vote={vote} />
      {mayVote(editor) && (
        <Button
          size="sm"
          kind={tool.name === 'vote' ? 'primary' : 'secondary'}
          aria-pressed={tool.name === 'vote'}
          icon={tool.name === 'vote' ? <Check aria-hidden /> : undefined}
          onClick={() => editor.tool.choose(tool.name === 'vote' ? 'select' : 'vote', true)}
        >
          {voteTexts.place}
        </Button>
      )}
      {vote.totals !== null && <VoteResults totals={onTab(vote.totals, editor.tab.view)} isOver={!running} />}
      {mayEndVote(editor) && (
        <Button size="sm" onClick={() => void endVote(editor)}>
          {voteTexts.end}
        </Button>
      )}
      {mayClearVote(editor) && (
        <IconButton size="sm" label={voteTexts.clear} icon={<X />} onClick={() => void clearVote(editor)} />
      )}
    </div>
  );
}

function Words({ vote }: { readonly vote: Vote }) {
  const editor = useEditor();
  const by = voteTexts.startedBy(vote.startedBy.name);
  const placed = onTab(vote.totals ?? [], editor.tab.view).reduce((sum, { votes }) => sum + votes, 0);
  const [first, second] = isRunning(vote)
    ? [mayVote(editor) ? voteTexts.left(votesLeft(vote, editor)) : voteTexts.vote, vote.private ? voteTexts.privately(by) : by]
    : [voteTexts.ended, voteTexts.summary(placed, vote.voters ?? 0)];
  return (
    <span className={css['words']} role="status">
      <strong>{first}</strong>
      <span className={css['by']}>{second}</span>
    </span>
  );
}
