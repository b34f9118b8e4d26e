/** open-card: a card on an open board, with the same content as on the canvas. */
import { Flag } from 'lucide-react';
import type { ComponentPropsWithoutRef } from 'react';

import type { Item, ItemType } from '#schema/board.ts';

import { faceOf } from '#core/board/card-face.ts';

import { Avatar } from '../../ui/avatar.tsx';
import css from './open-card.module.css';
import { boardTexts } from '../../strings/board.ts';

type Props = Omit<ComponentPropsWithoutRef<'button'>, 'color' | 'type'> & {
  readonly card: Item;
  readonly types: ReadonlyMap<string, ItemType>;
  readonly color: string | null;
  /** The lane that this button is in: a card with several labels has several. */
  readonly lane: string;
};

const labelsShown = 4;

export function OpenCard({ card, types, color, lane, ...rest }: Props) {
  const face = faceOf(card, types);
  const { key, title, labels, due, estimate, assignee, comments, priority, flagged } = face;
  const done = card.checklist?.filter((entry) => entry.done).length ?? 0;
  const foot = [
    `#${key}`,
    due === null ? null : boardTexts.due(due),
    estimate === null ? null : boardTexts.points(estimate),
    card.checklist === undefined ? null : boardTexts.ofDone(done, card.checklist.length),
    comments === 0 ? null : boardTexts.commentsCount(comments),
  ].filter((part) => part !== null);
  return (
    <button
      type="button"
      {...rest}
      className={css['card']}
      data-spot={card.id}
      data-lane={lane}
      aria-keyshortcuts="Control+ArrowUp Control+ArrowDown Control+ArrowLeft Control+ArrowRight"
    >
      <span className={css['bar']} style={color === null ? undefined : { background: color }} />
      {labels.length > 0 && (
        <span className={css['labels']}>
          {labels.slice(0, labelsShown).map((label) => (
            <span key={label}>{label} </span>
          ))}
          {labels.length > labelsShown && <span>+{labels.length - labelsShown} </span>}
        </span>
      )}
      <span className={css['title']}>{title} </span>
      <span className={css['foot']}>
        {priority !== undefined && (
          <span className={css['priority']} data-priority={priority}>
            <span className="unseen">{priority} </span>
          </span>
        )}
        {flagged && (
          <>
            <Flag className={css['flag']} aria-hidden />
            <span className="unseen">{boardTexts.flaggedSpoken} </span>
          </>
        )}
        <span className={css['facts']}>{foot.join(' · ')}</span>
        {assignee !== null && (
          <>
            <span className="unseen">{boardTexts.spacedForPerson(assignee.name)}</span>
            <Avatar name={assignee.name} color={assignee.color} size="sm" unspoken />
          </>
        )}
      </span>
    </button>
  );
}
