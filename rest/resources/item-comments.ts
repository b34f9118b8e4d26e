/** Calls for comments on cards. */
import { limits } from '#schema/limits.ts';

import { resource, route } from '../route.ts';
import { textCodes, textFault } from './comments.ts';

export const cardComments = resource('Plan', [
  route('addCardComment', {
    access: 'participant',
    summary: 'Comment on a card',
    description: `A resolved thread is reopened. A card has at most ${limits.commentsPerCard} comments.`,
    faultCode: textFault,
    replies: { 201: { description: 'The card.' } },
    refuses: [...textCodes, 'item_busy'],
    handle: ({ call, params, body }, app) => app.itemComments.add(call, params.doc, params.item, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/items/${params.item}/comments/${created.commentId}`,
    }),
  }),
]);

export const cardComment = resource('Plan', [
  route('deleteCardComment', {
    access: 'participant',
    summary: 'Delete a comment on a card',
    description: "Anyone can delete their own comments; with edit access, others' too.",
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['not_comment_author', 'item_busy'],
    handle: ({ call, params }, app) => app.itemComments.remove(call, params.doc, params.item, params.comment),
  }),
]);

const threadReplies = {
  200: { description: 'The card.' },
  204: { description: 'The thread was already in that state.' },
};

export const resolveCardThread = resource('Plan', [
  route('resolveCardThread', {
    access: 'participant',
    summary: 'Resolve the thread of a card',
    replies: threadReplies,
    refuses: ['comment_not_found', 'item_busy'],
    handle: ({ call, params }, app) => app.itemComments.resolve(call, params.doc, params.item),
    answer: (changed) => (changed === null ? { status: 204 } : { status: 200, json: changed }),
  }),
]);

export const reopenCardThread = resource('Plan', [
  route('reopenCardThread', {
    access: 'participant',
    summary: 'Reopen the thread of a card',
    replies: threadReplies,
    refuses: ['comment_not_found', 'item_busy'],
    handle: ({ call, params }, app) => app.itemComments.reopen(call, params.doc, params.item),
    answer: (changed) => (changed === null ? { status: 204 } : { status: 200, json: changed }),
  }),
]);
