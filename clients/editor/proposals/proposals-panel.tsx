/** proposals-panel: the open proposals, newest first. The one that is shown is on the canvas too, with its parts below. */
import { PencilLine } from 'lucide-react';
import { useEffect } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { proposalTexts as texts } from '../strings/proposals.ts';
import { ProposalCard } from './proposal-card.tsx';
import css from './proposals.module.css';
import { useProposals } from './use-proposals.ts';

export function ProposalsPanel() {
  const editor = useEditor();
  const { proposals, failure, again } = useProposals(editor.session);
  const shown = useValue(editor.canvas.proposal);
  useValue(editor.session.tabs);
  // What was decided elsewhere is no longer on the canvas, nor what is shown without its panel.
  useEffect(() => {
    const { canvas } = editor;
    if (shown !== null && proposals !== null && !proposals.some(({ id }) => id === shown.proposal.id)) canvas.proposal.set(null);
  }, [editor, proposals, shown]);
  useEffect(() => () => editor.canvas.proposal.set(null), [editor]);
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (proposals === null) return <Spinner />;
  if (proposals.length === 0)
    return (
      <EmptyState icon={<PencilLine />} title={texts.none}>
        {texts.noneAbout}
      </EmptyState>
    );
  return (
    <ul className={css['proposals']}>
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} onDecided={again} />
      ))}
    </ul>
  );
}
