/** column-head: the name of a column and its number of cards, red above the limit. */
import type { BoardColumn } from '#schema/plan-board.ts';

import { classNames } from '../../ui/class-names.ts';
import css from './board-pane.module.css';
import { boardTexts } from '../../strings/board.ts';

type Props = {
  readonly column: BoardColumn;
  readonly count: number;
  /** The number of cards that match the filter; null without a filter. */
  readonly matchCount: number | null;
};

export function ColumnHead({ column: { name, wipLimit }, count, matchCount: found }: Props) {
  const isOver = wipLimit !== undefined && count > wipLimit;
  const limit = wipLimit === undefined ? '' : isOver ? boardTexts.overLimit(wipLimit) : boardTexts.limit(wipLimit);
  const cards = boardTexts.cardsAndLimit(count, limit);
  return (
    <div className={classNames(css['column'], isOver && css['over'])}>
      <h3>{name}</h3>
      <span className={css['count']} aria-hidden>
        {found !== null && boardTexts.foundOf(found)}
        {count}
        {wipLimit !== undefined && ` / ${wipLimit}`}
      </span>
      <span className="unseen">{found === null ? cards : boardTexts.foundOfCards(found, cards)}</span>
    </div>
  );
}
