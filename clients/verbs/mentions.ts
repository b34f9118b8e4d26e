/** Verbs for the comments that mention the owner of the token: list them, mark them as read. */
import Type from 'typebox';

import type { Service } from '#clients/service/service.ts';
import { plainLine } from '#clients/text/plain.ts';
import { type Mention, type MentionList, MentionQuery, ReadMentions } from '#schema/mention.ts';

import { commentText } from './comment-text.ts';
import { type Verb, verb } from './verb.ts';

const { limit, cursor } = MentionQuery.properties;

const listMentions = verb({
  name: 'list-mentions',
  summary: 'List the comments that mention you, in all documents.',
  input: Type.Object({
    unread: Type.Optional(Type.Boolean({ description: 'Only those that you have not read.' })),
    limit,
    cursor,
  }),
  effect: 'read',
  idempotent: true,
  run: ({ unread, ...page }, service: Service): Promise<MentionList> =>
    service.json('GET /me/mentions', { query: { ...page, ...(unread === true && { unread: '1' as const }) } }),
  command: {
    usage: 'comment mentions',
    options: { unread: {}, limit: { flags: '--limit <number>' }, cursor: {} },
    id: ({ mentions }) => mentions.map(({ comment }) => comment.id).join('\n'),
    text: ({ mentions, next }) => [...mentions.map(mentionText), ...(next === null ? [] : [`more: --cursor ${next}`])].join('\n'),
  },
});

const readMentions = verb({
  name: 'read-mentions',
  summary: 'Mark a mention as read, or it and all before it.',
  input: ReadMentions,
  effect: 'write',
  idempotent: true,
  run: (body, service: Service) => service.json('POST /me/mentions/read', { body }),
  command: {
    usage: 'comment read <comment>',
    options: { older: { text: 'all before it, too' } },
    examples: ['atelier comment read $COMMENT --older'],
    text: ({ unread }) => `${unread} unread`,
  },
});

export const mentionVerbs: readonly Verb[] = [listMentions, readMentions];

/** For terminals. */
const mentionText = ({ comment, document, url, read }: Mention): string =>
  `${read ? ' ' : '*'} ${plainLine(document.name)}: ${commentText(comment)}\n  ${url}`;
