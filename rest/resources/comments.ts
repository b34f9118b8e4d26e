/** Calls for threads of comments on elements. */
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
    summary: 'List the threads of all tabs',
    description:
      'In tab order, and within a tab in the order of the outline. The thread of a deleted element is not listed; it returns with the element.',
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
    description: `Starts the element's thread, or adds to it; a resolved thread is reopened. The author is the caller, or the owner of the token. An element has at most ${limits.commentsPerElement} comments, a document ${limits.commentsPerDocument} (\`comments_full\`).`,
    body: NewComment,
    replies: { 201: { description: 'The comment.', json: Comment } },
    refuses: [...textCodes, 'element_not_found', 'element_not_commentable', 'target_ambiguous'],
    handle: ({ call, params, body }, app) => app.comments.add(call, params.doc, params.tab, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/tabs/${params.tab}/comments/${created.id}`,
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
      "Anyone can delete their own comments; only a signed-in person with edit access to the tab can delete others'. Deleting the last comment deletes the thread.",
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
    description: 'Replies in the thread of the comment; a resolved thread is reopened.',
    body: CommentText,
    replies: { 201: { description: 'The new comment.', json: Comment } },
    refuses: textCodes,
    handle: ({ call, params, body }, app) => app.comments.reply(call, params.doc, params.tab, params.comment, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/tabs/${params.tab}/comments/${created.id}`,
    }),
  }),
]);

export const resolveThread = resource(`${atComment}/resolve`, 'Comments', [
  route({
    id: 'resolveThread',
    method: 'post',
    access: 'participant',
    summary: 'Resolve the thread of a comment',
    replies: { 204: { description: 'The thread is resolved, even if it already was.' } },
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
    replies: { 204: { description: 'The thread is open, even if it already was.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.comments.reopen(call, params.doc, params.tab, params.comment),
  }),
]);
