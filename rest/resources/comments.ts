/** comments: threads on elements: what people and agents say to each other about a drawing. */
import Type from 'typebox';

import { CommentQuery, CommentText, NewComment } from '#schema/calls.ts';
import { Comment, CommentThread } from '#schema/comment.ts';
import { limits } from '#schema/limits.ts';

import { resource, route } from '../route.ts';

const atComment = '/documents/:doc/tabs/:tab/comments/:comment';
const textCodes = ['text_required', 'text_too_long', 'comments_full'] as const;

export const comments = resource('/documents/:doc/comments', 'Comments', [
  route({
    id: 'listComments',
    method: 'get',
    access: 'viewer',
    summary: 'The threads of all tabs',
    description:
      'In tab order, then in the order of the outline. A thread whose element is gone is not listed; it is back when the element is.',
    query: CommentQuery,
    replies: { 200: { description: 'The threads.', json: Type.Object({ threads: Type.Array(CommentThread) }) } },
    refuses: ['invalid_status'],
    handle: ({ call, params, query }, app) => app.comments.list(call, params.doc, query),
  }),
]);

export const addComment = resource('/documents/:doc/tabs/:tab/comments', 'Comments', [
  route({
    id: 'addComment',
    method: 'post',
    access: 'participant',
    summary: 'Comment on an element',
    description: `Opens the element's thread, or goes on in it; one that was resolved is open again. The author is who makes the call, of a token its owner. An element takes ${limits.commentsPerElement} comments, a document ${limits.commentsPerDocument} (\`comments_full\`).`,
    body: NewComment,
    replies: { 201: { description: 'The comment.', json: Comment } },
    refuses: [...textCodes, 'element_not_found', 'element_not_commentable', 'target_ambiguous'],
    handle: ({ call, params, body }, app) => app.comments.add(call, params.doc, params.tab, body),
    answer: (made, { params }) => ({
      status: 201,
      json: made,
      location: `/documents/${params.doc}/tabs/${params.tab}/comments/${made.id}`,
    }),
  }),
]);

export const comment = resource(atComment, 'Comments', [
  route({
    id: 'deleteComment',
    method: 'delete',
    access: 'participant',
    summary: 'Delete a comment',
    description:
      "One's own; another person's comment only a person signed in, with edit access to the tab. With its last comment the thread is gone.",
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['not_comment_author'],
    handle: ({ call, params }, app) => app.comments.remove(call, params.doc, params.tab, params.comment),
  }),
]);

export const replyToComment = resource(`${atComment}/reply`, 'Comments', [
  route({
    id: 'replyToComment',
    method: 'post',
    access: 'participant',
    summary: 'Reply in a thread',
    description: 'The thread is that of the comment; one that was resolved is open again.',
    body: CommentText,
    replies: { 201: { description: 'The new comment.', json: Comment } },
    refuses: textCodes,
    handle: ({ call, params, body }, app) => app.comments.reply(call, params.doc, params.tab, params.comment, body),
    answer: (made, { params }) => ({
      status: 201,
      json: made,
      location: `/documents/${params.doc}/tabs/${params.tab}/comments/${made.id}`,
    }),
  }),
]);

export const resolveThread = resource(`${atComment}/resolve`, 'Comments', [
  route({
    id: 'resolveThread',
    method: 'post',
    access: 'participant',
    summary: 'Resolve the thread of a comment',
    replies: { 204: { description: 'It is resolved, also when it was before.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.comments.resolve(call, params.doc, params.tab, params.comment),
  }),
]);

export const reopenThread = resource(`${atComment}/reopen`, 'Comments', [
  route({
    id: 'reopenThread',
    method: 'post',
    access: 'participant',
    summary: 'Reopen the thread of a comment',
    replies: { 204: { description: 'It is open, also when it was before.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.comments.reopen(call, params.doc, params.tab, params.comment),
  }),
]);
