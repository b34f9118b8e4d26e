/** card-description: a card as it is read aloud. */
import type { CardFace } from '#core/board/card-face.ts';

export function cardDescription({ key, title, assignee, due, priority, flagged, comments }: CardFace): string {
  const parts = [
    `#${key} ${title}`,
    assignee === null ? null : `for ${assignee.name}`,
    due === null ? null : `due ${due}`,
    priority ?? null,
    flagged ? 'flagged' : null,
    comments === 0 ? null : `${comments} ${comments === 1 ? 'comment' : 'comments'}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
