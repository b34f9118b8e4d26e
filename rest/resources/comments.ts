/** Calls for threads of comments on elements. */
import type { ErrorCode } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';
import type { ValidationError } from '#schema/validate.ts';

import { resource, route } from '../route.ts';

/** A comment without a text. */
export const textFault = ({ pointer, keyword }: ValidationError): ErrorCode | undefined =>
  pointer === '/text' && keyword === 'required' ? 'text_required' : undefined;

/** Of every new comment. */
export const textCodes = ['text_required', 'text_too_long', 'cannot_mention', 'too_many_mentions', 'comments_full'] as const;

export const comments = resource('Comments', [
  route('listComments', {
    access: 'viewer',
    summary: 'List the threads of all tabs',
    description:
      'In tab order, and within a tab in the order of the outline. The thread of a removed element returns with the element; until then only `removed=1` lists it.',
    replies: { 200: { description: 'The threads.' } },
    refuses: ['invalid_status'],
    handle: ({ call, params, query }, app) => app.comments.list(call, params.doc, query),
  }),
]);

export const addComment = resource('Comments', [
  route('addComment', {
    access: 'participant',
    summary: 'Comment on an element',
    description: `Starts the element's thread, or adds to it; a resolved thread is reopened. The author is the caller, or the owner of the token. An element has at most ${limits.commentsPerElement} comments (\`comments_full\`).`,
    faultCode: textFault,
    replies: { 201: { description: 'The comment.' } },
    refuses: [...textCodes, 'element_not_found', 'element_not_commentable', 'target_ambiguous'],
    handle: ({ call, params, body }, app) => app.comments.add(call, params.doc, params.tab, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/tabs/${params.tab}/comments/${created.id}`,
    }),
  }),
]);

export const comment = resource('Comments', [
  route('deleteComment', {
    access: 'participant',
    summary: 'Delete a comment',
    description:
      "Anyone can delete their own comments; only a signed-in person with edit access to the tab can delete others'. Deleting the last comment deletes the thread.",
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['not_comment_author'],
    handle: ({ call, params }, app) => app.comments.remove(call, params.doc, params.tab, params.comment),
  }),
]);

export const replyToComment = resource('Comments', [
  route('replyToComment', {
    access: 'participant',
    summary: 'Reply in a thread',
    description: 'Replies in the thread of the comment; a resolved thread is reopened.',
    faultCode: textFault,
    replies: { 201: { description: 'The new comment.' } },
    refuses: textCodes,
    handle: ({ call, params, body }, app) => app.comments.reply(call, params.doc, params.tab, params.comment, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/tabs/${params.tab}/comments/${created.id}`,
    }),
  }),
]);

export const resolveThread = resource('Comments', [
  route('resolveThread', {
    access: 'participant',
    summary: 'Resolve the thread of a comment',
    replies: { 204: { description: 'The thread is resolved, even if it already was.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.comments.resolve(call, params.doc, params.tab, params.comment),
  }),
]);

export const reopenThread = resource('Comments', [
  route('reopenThread', {
    access: 'participant',
    summary: 'Reopen the thread of a comment',
    replies: { 204: { description: 'The thread is open, even if it already was.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.comments.reopen(call, params.doc, params.tab, params.comment),
  }),
]);
