/** stray-cards: the cards that no column of any board shows, which can be put onto this board. */
import { useState } from 'react';

import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import type { BoardPartProps } from './board-dialog.tsx';
import css from './board-dialog.module.css';
import { cardsOfNoBoard, putInto } from './board-writes.ts';
import { boardTexts } from '../strings/board.ts';

export function StrayCards({ editor, board, disabled }: BoardPartProps) {
  const { columns } = board.planBoard;
  const [chosen, setChosen] = useState('');
  const cards = cardsOfNoBoard(editor);
  const into = columns.find(({ status }) => status === chosen) ?? columns[0];
  if (cards.length === 0) return null;
  const one = cards.length === 1;
  const put = (): void => {
    if (into !== undefined && putInto(editor, cards, into.status)) editor.announce(boardTexts.movedToColumn(into.name));
  };
  return (
    <Notice kind="info">
      <p>
        {one ? boardTexts.oneCardAstray : boardTexts.cardsAstray(cards.length)}{' '}
        {cards
          .slice(0, 3)
          .map(({ title }) => title)
          .join(', ')}
        {cards.length > 3 && boardTexts.andMore(cards.length - 3)}.
      </p>
      {into !== undefined && !disabled && (
        <div className={css['put']}>
          <Select
            label={boardTexts.column}
            labelUnseen
            value={into.status}
            options={columns.map(({ status, name }) => ({ value: status, label: name }))}
            onChange={setChosen}
          />
          <Button onClick={put}>{boardTexts.moveToColumn}</Button>
        </div>
      )}
    </Notice>
  );
}
