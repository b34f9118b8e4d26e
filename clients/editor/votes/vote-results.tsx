/** vote-results: the elements with votes, most first; a press goes to the element. */
import { ListOrdered } from 'lucide-react';
import { type CSSProperties, useState } from 'react';

import { elementName } from '../people/element-name.ts';
import { useEditor } from '../state/editor.ts';
import { revealSelection } from '../state/reveal-selection.ts';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { voteTexts } from '../strings/votes.ts';
import css from './vote-results.module.css';
import type { CountedElement } from './vote-store.ts';

type Props = { readonly totals: readonly CountedElement[]; readonly isOver: boolean };

export function VoteResults({ totals, isOver }: Props) {
  const editor = useEditor();
  const [open, setOpen] = useState(false);
  const most = totals[0]?.votes ?? 1;
  const goTo = (id: string): void => {
    setOpen(false);
    editor.selection.set([id]);
    revealSelection(editor);
  };
  return (
    <Popover
      title={voteTexts.results}
      titled
      open={open}
      onOpenChange={setOpen}
      focusAfter={() => editor.canvas.host}
      trigger={
        <Button size="sm" icon={<ListOrdered aria-hidden />}>
          {voteTexts.results}
        </Button>
      }
    >
      {totals.length === 0 ? (
        <p className={css['none']}>{isOver ? voteTexts.noVotesAtAll : voteTexts.noVotes}</p>
      ) : (
        <ol className={css['list']} data-scrolls>
          {totals.map(({ element, votes }) => (
            <li key={element}>
              <button type="button" className={css['line']} onClick={() => goTo(element)}>
                <span className={css['share']} style={{ '--share': votes / most } as CSSProperties} aria-hidden />
                <span className={css['name']}>{elementName(editor.tab.view.get(element), editor.tab.view)}</span>
                <span className={css['votes']}>{voteTexts.count(votes)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Popover>
  );
}
