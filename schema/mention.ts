/** Mentions: where people find the comments that mention them. */
import Type, { type Static } from 'typebox';

import { Comment } from './comment.ts';
import { Cursor, endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;
const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const Mention = Type.Object(
  {
    comment: Comment,
    document: Type.Object(
      {
        id: Type.String({ description: 'Id of the document.' }),
        name: Type.String({ description: 'The name of the document.' }),
      },
      { description: 'The document that it is in.' },
    ),
    tab: orNull('Id of the tab on which it was written; null for a comment on a card.'),
    element: orNull('Full id of the element; null for a comment on a card.'),
    item: orNull('Id of the card; null for a comment on an element.'),
    url: Type.String({ description: 'The address of its page, where its thread is shown.' }),
    read: Type.Boolean({ description: 'The caller has read it.' }),
  },
  { description: 'A comment that mentions the caller.' },
);
export type Mention = Static<typeof Mention>;

export const MentionQuery = Type.Object(
  {
    unread: Type.Optional(Type.Enum(['1', '0'], { description: 'Only those that the caller has not read.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.mentionListMax,
        default: limits.mentionListDefault,
        description: 'The most mentions to list.',
      }),
    ),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: '`next` of the previous page.' })),
  },
  strict,
);
export type MentionQuery = Static<typeof MentionQuery>;

const unread = Type.Integer({ minimum: 0, description: 'How many the caller has not read.' });

export const MentionList = Type.Object({
  mentions: Type.Array(Mention, { description: 'The last one first.' }),
  unread,
  next: Cursor,
});
export type MentionList = Static<typeof MentionList>;

export const ReadMentions = Type.Object(
  {
    comment: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^cmt_[a-z0-9]{16,40}$',
      description: 'Id of a comment that mentions the caller.',
    }),
    older: Type.Optional(Type.Boolean({ description: 'True: all before it, too.' })),
  },
  strict,
);
export type ReadMentions = Static<typeof ReadMentions>;

export const UnreadMentions = Type.Object({ unread });
export type UnreadMentions = Static<typeof UnreadMentions>;

export const mentionCalls = {
  listMentions: endpoint('GET /me/mentions', { query: MentionQuery, reply: MentionList }),
  readMentions: endpoint('POST /me/mentions/read', { body: ReadMentions, reply: UnreadMentions }),
};
