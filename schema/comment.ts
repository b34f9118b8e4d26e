/**
 * Comments and threads, in the API and in the document.
 *
 * A thread belongs to one element or card, by its id. The author of a comment is known from the credential; the document names a
 * person by id, name and color, never by a token.
 */
import Type, { type Static } from 'typebox';

import { HexColor } from './access.ts';
import { limits } from './limits.ts';

export const commentStatuses = ['open', 'resolved', 'all'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

export const MentionedPerson = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the person.' }),
  name: Type.String({
    minLength: 1,
    maxLength: limits.nameCharacters,
    description: 'Their name when the comment was written, which follows `@` in the text.',
  }),
});
export type MentionedPerson = Static<typeof MentionedPerson>;

const mentions = Type.Optional(
  Type.Array(MentionedPerson, {
    maxItems: limits.mentionsPerComment,
    description: 'The people whom the text mentions; absent if there are none.',
  }),
);

export const Comment = Type.Object(
  {
    id: Type.String({ description: 'Id of the comment.' }),
    text: Type.String({ description: 'What it says. People are mentioned as `@` and their name.' }),
    mentions,
    createdAt: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }),
    authorName: Type.String({ description: 'For a comment by an agent: the owner of its token.' }),
    authorColor: HexColor,
  },
  { description: 'A comment on an element or card.' },
);
export type Comment = Static<typeof Comment>;

export const CommentThread = Type.Object(
  {
    tabId: Type.String({ description: 'Id of the tab of the element; empty if the element was removed.' }),
    tabName: Type.String({ description: 'The name of that tab; empty if the element was removed.' }),
    elementId: Type.String({ description: 'Full id of the element.' }),
    ref: Type.String({ description: 'The ref of the element, for use in operations; the full id of one that was removed.' }),
    label: Type.String({ description: 'Empty if the element has none.' }),
    resolved: Type.Boolean({ description: 'The thread is settled, until someone writes in it again.' }),
    comments: Type.Array(Comment, { description: 'Oldest first.' }),
  },
  { description: 'The comments on one element.' },
);
export type CommentThread = Static<typeof CommentThread>;

/** A comment in the document, stored under its id. */
export const StoredComment = Type.Object({
  /** Rises within the thread in the order of writing. Clocks of several nodes may disagree about that order. */
  n: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  text: Type.String({ minLength: 1, maxLength: limits.commentCharacters }),
  createdAt: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
  /** A person's id, or a guest's. */
  authorId: Type.String({ minLength: 1, maxLength: 64 }),
  authorName: Type.String({ minLength: 1, maxLength: limits.nameCharacters }),
  authorColor: HexColor,
  /** Unknown to releases before mentions, which show the text. */
  mentions,
});
export type StoredComment = Static<typeof StoredComment>;

/** A thread's plain values. It has at least one comment; comments are in the order of writing. */
export type Thread = {
  readonly resolved: boolean;
  readonly comments: readonly (StoredComment & { readonly id: string })[];
};

/** A comment without what only the document stores. */
export const shownComment = ({ id, text, mentions: mentioned, createdAt, authorName, authorColor }: Comment): Comment => ({
  id,
  text,
  ...(mentioned !== undefined && { mentions: mentioned }),
  createdAt,
  authorName,
  authorColor,
});
