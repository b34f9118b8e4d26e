/** Calls for the comments that mention the caller. */
import { resource, route } from '../route.ts';

export const mentions = resource('Comments', [
  route('listMentions', {
    access: 'signed-in',
    summary: 'List the comments that mention you',
    description:
      'Those in documents that you can read, outside the trash. A token lists those of its owner. Comments of your own are not listed, nor deleted ones.',
    replies: { 200: { description: 'The last one first, and how many are unread.' } },
    refuses: [],
    handle: ({ call, query }, app) => app.mentions.list(call, query),
  }),
]);

export const readMentions = resource('Comments', [
  route('readMentions', {
    access: 'signed-in',
    summary: 'Mark mentions as read',
    description: 'One, or with `older` it and all before it: those that arrive meanwhile stay unread.',
    replies: { 200: { description: 'How many are unread now.' } },
    refuses: ['comment_not_found', 'token_read_only'],
    handle: ({ call, body }, app) => app.mentions.read(call, body),
  }),
]);
