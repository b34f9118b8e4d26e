/** column-head: the name of a column and how many cards it has, red where they are more than it may have. */
import type { BoardColumn } from '#schema/element.ts';

import { classNames } from '../../ui/class-names.ts';
import css from './board-pane.module.css';

type Props = {
  readonly column: BoardColumn;
  readonly count: number;
  /** Of them, those that are looked for; null when all are shown. */
  readonly matchCount: number | null;
};

export function ColumnHead({ column: { name, wipLimit }, count, matchCount: found }: Props) {
  const isOver = wipLimit !== undefined && count > wipLimit;
  const limit = wipLimit === undefined ? '' : isOver ? `, over limit (${wipLimit})` : `, limit ${wipLimit}`;
  const cards = `${count} ${count === 1 ? 'card' : 'cards'}${limit}`;
  return (
    <div className={classNames(css['column'], isOver && css['over'])}>
      <h3>{name}</h3>
      <span className={css['count']} aria-hidden>
        {found !== null && `${found} of `}
        {count}
        {wipLimit !== undefined && ` / ${wipLimit}`}
      </span>
      <span className="unseen">{found === null ? cards : `${found} of ${cards}`}</span>
    </div>
  );
}
