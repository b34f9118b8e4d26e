/** card-description: the text of a card for screen readers. */
import type { CardFace } from '#core/board/card-face.ts';
import { boardTexts } from '../strings/board.ts';

export function cardDescription({ key, title, assignee, due, priority, flagged, comments }: CardFace): string {
  const parts = [
    `#${key} ${title}`,
    assignee === null ? null : boardTexts.forPerson(assignee.name),
    due === null ? null : boardTexts.due(due),
    priority ?? null,
    flagged ? boardTexts.flaggedSpoken : null,
    comments === 0 ? null : boardTexts.commentsCount(comments),
  ];
  return parts.filter((part) => part !== null).join(', ');
}
