/** card-votes: the votes on a card, and the person's own. */
import { Minus, Plus } from 'lucide-react';

import type { Item } from '#schema/board.ts';

import type { Editor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import { call, failureText } from '../../api/call.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './card-dialog.module.css';
import { boardTexts } from '../../strings/board.ts';

type Props = { readonly item: Item; readonly editor: Editor; readonly mayVote: boolean };

export function CardVotes({ item: { id, votes }, editor, mayVote }: Props) {
  const self = useValue(editor.self);
  const all = Object.values(votes).reduce((sum, dots) => sum + dots, 0);
  const own = self === null ? 0 : (votes[self.id] ?? 0);
  const vote = (dots: number): void => {
    if (self === null) return;
    const body = { items: [{ id, votes: { [self.id]: dots } }] };
    const params = { doc: editor.session.documentId };
    call('POST /documents/:doc/items/tally', { params, body, idempotencyKey: crypto.randomUUID() }).catch((error: unknown) =>
      editor.tell({ text: failureText(error), kind: 'failure' }),
    );
  };
  return (
    <section aria-label={boardTexts.votes}>
      <h3 className={css['heading']}>{boardTexts.votes}</h3>
      <div className={css['line']}>
        <span className={css['dots']} role="status">
          {boardTexts.votesCount(all)}
          {own > 0 && boardTexts.yours(own)}
        </span>
        {mayVote && self !== null && (
          <>
            <IconButton size="sm" label={boardTexts.removeVote} icon={<Minus />} disabled={own === 0} onClick={() => vote(-1)} />
            <IconButton size="sm" label={boardTexts.vote} icon={<Plus />} onClick={() => vote(1)} />
          </>
        )}
      </div>
    </section>
  );
}
