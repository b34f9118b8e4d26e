/** proposal-card: a proposal: who made it, what it changes, and accepting and rejecting it, as a whole or part by part. */
import { Check, X } from 'lucide-react';
import { useState } from 'react';

import { limits } from '#schema/limits.ts';
import type { Proposal } from '#schema/proposal.ts';

import { Ago } from '../people/ago.tsx';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { usePending } from '../ui/use-pending.ts';
import { proposalTexts as texts } from '../strings/proposals.ts';
import { accept, reject, showOnCanvas } from './decisions.ts';
import { ProposalParts } from './proposal-parts.tsx';
import css from './proposals.module.css';

type Props = { readonly proposal: Proposal; readonly onDecided: () => void };

export function ProposalCard({ proposal, onDecided }: Props) {
  const editor = useEditor();
  const shown = useValue(editor.canvas.proposal);
  const { busy, run } = usePending();
  const isShown = shown?.proposal.id === proposal.id;
  const { author, agent, createdAt, parts, overlaps } = proposal;
  const open = parts.filter(({ state }) => state === 'open').length;
  const summary = proposal.summary ?? texts.parts(parts.length);
  const toggle = (): void =>
    void run(async () => {
      if (isShown) return editor.canvas.proposal.set(null);
      await showOnCanvas(editor, proposal.id);
    });
  return (
    <li className={css['proposal']} aria-label={texts.proposalOf(author.name, summary)} data-shown={isShown ? '' : undefined}>
      <header>
        <Avatar name={author.name} color={author.color} agent={agent} size="sm" unspoken />
        <p className={css['by']}>
          <strong>{author.name}</strong>
          {agent && texts.agent} · <Ago at={createdAt} />
        </p>
        <Button size="sm" kind="quiet" busy={busy} aria-pressed={isShown} onClick={toggle}>
          {isShown ? texts.hide : texts.show}
        </Button>
      </header>
      <p className={css['summary']}>{summary}</p>
      <p className={css['muted']}>
        {texts.open(open, parts.length)} · {placeOf(editor, proposal)}
      </p>
      {overlaps.length > 0 && <p className={css['overlap']}>{texts.overlaps(overlaps.length)}</p>}
      {isShown && <ProposalParts detail={shown} onDecided={onDecided} />}
      <Decide proposal={proposal} isPartly={open < parts.length} onDecided={onDecided} />
    </li>
  );
}

function placeOf({ session }: Editor, { tabId }: Proposal): string {
  if (tabId === null) return texts.cards;
  return texts.onTab(session.tabs.get().find(({ id }) => id === tabId)?.name ?? texts.deletedTab);
}

function Decide({ proposal, isPartly, onDecided }: Props & { readonly isPartly: boolean }) {
  const editor = useEditor();
  const mayEdit = useValue(editor.mayEdit);
  const { busy, run } = usePending();
  const [reason, setReason] = useState<string | null>(null);
  if (!mayEdit) return null;
  const decide = (work: () => Promise<void>): void =>
    void run(async () => {
      await work();
      onDecided();
    });
  if (reason !== null)
    return (
      <form
        className={css['reason']}
        onSubmit={(event) => {
          event.preventDefault();
          decide(() => reject(editor, proposal.id, { reason }));
        }}
      >
        <TextField
          label={texts.rejectReason}
          lines={2}
          value={reason}
          onChange={(text) => setReason(text.slice(0, limits.proposalReasonCharacters))}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            if (event.key === 'Escape') setReason(null);
          }}
        />
        <div className={css['buttons']}>
          <Button size="sm" kind="quiet" onClick={() => setReason(null)}>
            {texts.cancel}
          </Button>
          <Button size="sm" kind="danger" type="submit" busy={busy}>
            {texts.reject}
          </Button>
        </div>
      </form>
    );
  return (
    <div className={css['buttons']}>
      <Button size="sm" icon={<X />} onClick={() => setReason('')}>
        {texts.reject}
      </Button>
      <Button size="sm" icon={<Check />} busy={busy} onClick={() => decide(() => accept(editor, proposal.id))}>
        {isPartly ? texts.acceptRest : texts.accept}
      </Button>
    </div>
  );
}
