/** vote-menu: starts a vote on the tab. While one runs, the chip at the top of the canvas has what there is to do. */
import { Vote as VoteIcon } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';

import { limits } from '#schema/limits.ts';
import { defaultVotes, type NewVote } from '#schema/vote.ts';

import { BarPopover } from '../ui/bar-popover.tsx';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import { voteTexts } from '../strings/votes.ts';
import { mayStartVote, startVote } from './vote-calls.ts';
import css from './vote-menu.module.css';

export function VoteMenu() {
  const editor = useEditor();
  const { canvas, session, vote } = editor;
  const last = useValue(vote);
  useValue(session.level);
  useValue(session.writableTabs);
  if (!mayStartVote(editor)) return null;
  return (
    <BarPopover
      title={voteTexts.startTitle}
      label={voteTexts.vote}
      titled
      icon={<VoteIcon />}
      open={canvas.startingVote}
      focusAfter={() => canvas.host}
    >
      <Form
        clears={last !== null}
        onStart={(body) => {
          canvas.startingVote.set(false);
          void startVote(editor, body);
        }}
      />
    </BarPopover>
  );
}

function Form({ clears, onStart }: { readonly clears: boolean; readonly onStart: (body: NewVote) => void }) {
  const [text, setText] = useState(String(defaultVotes));
  const [isPrivate, setIsPrivate] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const votes = Number(text.trim());
    if (Number.isInteger(votes) && votes >= 1 && votes <= limits.votesPerPerson) onStart({ votes, private: isPrivate });
    else setError(voteTexts.badVotes);
  };
  return (
    <form className={css['menu']} onSubmit={submit} noValidate>
      <TextField
        label={voteTexts.votesEach}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(next) => {
          setText(next);
          setError(null);
        }}
        error={error}
      />
      <Switch label={voteTexts.isPrivate} description={voteTexts.privateMeans} checked={isPrivate} onChange={setIsPrivate} />
      {clears && <p className={css['note']}>{voteTexts.clearsResults}</p>}
      <Button type="submit" kind="primary" wide>
        {voteTexts.start}
      </Button>
    </form>
  );
}
