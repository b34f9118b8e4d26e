/** Threads and comments as text, a line for each comment: for models with quotes, for terminals without. */
import { plainLine } from '#clients/text/plain.ts';
import { day } from '#clients/text/table.ts';
import { quote } from '#core/notation/quote.ts';
import type { Comment, CommentThread } from '#schema/comment.ts';

/** For models: the element with its tab, or `removed`, and state, then its comments, oldest first. */
export const threadLines = ({ ref, label, tabId, tabName, resolved, comments }: CommentThread): string[] => [
  `${ref}${label === '' ? '' : ` ${quote(label)}`} ${tabId === '' ? 'removed' : `on ${tabId} ${quote(tabName)}`} · ${resolved ? 'resolved' : 'open'}`,
  ...comments.map((comment) => `  ${commentLine(comment)}`),
];

/** For models. */
export const commentLine = ({ id, authorName, createdAt, text }: Comment): string =>
  `${id} ${quote(authorName)} ${new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z')} ${quote(text)}`;

/** For terminals: the same as `threadLines`. */
export function threadText({ ref, label, tabId, tabName, resolved, comments }: CommentThread): string {
  const place = tabId === '' ? ', removed' : ` on ${plainLine(tabName)}`;
  const head = `${elementText(ref, label)}${place}${resolved ? ', resolved' : ''}`;
  return [head, ...comments.map((comment) => `  ${commentText(comment)}`)].join('\n');
}

/** For terminals. */
export const commentText = ({ id, text, createdAt, authorName }: Comment): string =>
  `${day(createdAt)}  ${plainLine(authorName)}: ${plainLine(text)}  (${id})`;

/** For terminals: `cart "Shopping cart"`. */
export const elementText = (ref: string, label = ''): string => `${ref}${label === '' ? '' : ` "${plainLine(label)}"`}`;
