/** thread-lines: threads and comments in words, a line for each comment. */
import { quote } from '#core/notation/quote.ts';
import type { Comment, CommentThread } from '#schema/comment.ts';

/** The element with its tab and state, then its comments, oldest first. */
export const threadLines = ({ ref, label, tabId, tabName, resolved, comments }: CommentThread): string[] => [
  `${ref}${label === '' ? '' : ` ${quote(label)}`} on ${tabId} ${quote(tabName)} · ${resolved ? 'resolved' : 'open'}`,
  ...comments.map((comment) => `  ${commentLine(comment)}`),
];

export const commentLine = ({ id, authorName, createdAt, text }: Comment): string =>
  `${id} ${quote(authorName)} ${new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z')} ${quote(text)}`;
