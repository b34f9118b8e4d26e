/** item-comments: what people and agents say on a card. */
import Type from 'typebox';

import { CommentText } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import { Item } from '#schema/board.ts';

import { resource, route } from '../route.ts';

const atCard = '/documents/:doc/items/:item/comments';
const answer = { item: Item, rev: Type.Integer({ minimum: 0 }) };

export const cardComments = resource(atCard, 'Plan', [
  route({
    id: 'addCardComment',
    method: 'post',
    access: 'participant',
    summary: 'Comment on a card',
    description: `A thread that was resolved is open again. A card holds ${limits.commentsPerCard} comments.`,
    body: CommentText,
    replies: { 201: { description: 'The card.', json: Type.Object({ ...answer, commentId: Type.String() }) } },
    refuses: ['text_required', 'text_too_long', 'comments_full', 'item_busy'],
    handle: ({ call, params, body }, app) => app.itemComments.add(call, params.doc, params.item, body),
    answer: (made, { params }) => ({
      status: 201,
      json: made,
      location: `/documents/${params.doc}/items/${params.item}/comments/${made.commentId}`,
    }),
  }),
]);

export const cardComment = resource(`${atCard}/:comment`, 'Plan', [
  route({
    id: 'deleteCardComment',
    method: 'delete',
    access: 'participant',
    summary: 'Delete a comment on a card',
    description: "One's own; with edit access anybody's.",
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['not_comment_author', 'item_busy'],
    handle: ({ call, params }, app) => app.itemComments.remove(call, params.doc, params.item, params.comment),
  }),
]);

const turned = {
  200: { description: 'The card.', json: Type.Object(answer) },
  204: { description: 'It was so already.' },
};

export const resolveCardThread = resource(`${atCard}/resolve`, 'Plan', [
  route({
    id: 'resolveCardThread',
    method: 'post',
    access: 'participant',
    summary: 'Resolve the thread of a card',
    replies: turned,
    refuses: ['comment_not_found', 'item_busy'],
    handle: ({ call, params }, app) => app.itemComments.resolve(call, params.doc, params.item),
    answer: (done) => (done === null ? { status: 204 } : { status: 200, json: done }),
  }),
]);

export const reopenCardThread = resource(`${atCard}/reopen`, 'Plan', [
  route({
    id: 'reopenCardThread',
    method: 'post',
    access: 'participant',
    summary: 'Reopen the thread of a card',
    replies: turned,
    refuses: ['comment_not_found', 'item_busy'],
    handle: ({ call, params }, app) => app.itemComments.reopen(call, params.doc, params.item),
    answer: (done) => (done === null ? { status: 204 } : { status: 200, json: done }),
  }),
]);
