/** The tool comment: add, reply, resolve and reopen in the thread of an element. */
import Type from 'typebox';

import { addComment, reopenThread, replyToComment, resolveThread } from '#clients/verbs/comments.ts';
import type { Comment } from '#schema/comment.ts';
import { limits } from '#schema/limits.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';
import { commentLine } from '#clients/verbs/comment-text.ts';

const { document, element } = replyToComment.input.properties;

export const comment = tool({
  name: 'comment',
  title: 'Comment on an element',
  description:
    'Talk with people about a box (arrows have no comments). add starts or continues its thread, reply needs one; both reopen it. resolve takes a last word as text.',
  input: input({
    document,
    tab: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Id or name. Default: for add, the first; else the one tab where the element has a thread.',
      }),
    ),
    element,
    action: Type.Enum(['add', 'reply', 'resolve', 'reopen']),
    text: Type.Optional(
      Type.String({ description: `Needed by add and reply; 1 to ${limits.commentCharacters.toLocaleString('en')} characters.` }),
    ),
  }),
  args: {
    tab: 'Default: for add the first, else where the thread is.',
    element: 'Its ref.',
    text: 'Not for reopen.',
  },
  effect: 'write',
  idempotent: false,
  async run({ action, text = '', ...at }, { service }) {
    switch (action) {
      case 'add':
        return answerOf(await addComment.run({ ...at, text }, service));
      case 'reply':
        return answerOf(await replyToComment.run({ ...at, text }, service));
      case 'resolve': {
        const lastWord = text === '' ? null : answerOf(await replyToComment.run({ ...at, text }, service)).text;
        await resolveThread.run(at, service);
        return { text: [...(lastWord === null ? [] : [lastWord]), 'The thread is resolved.'].join('\n') };
      }
      case 'reopen':
        await reopenThread.run(at, service);
        return { text: 'The thread is open.' };
    }
  },
});

const answerOf = (created: Comment) => ({ text: commentLine(created) });
