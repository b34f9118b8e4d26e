/**
 * comment: what people and agents say about an element or a card, as the interface shows it and as the document holds it.
 *
 * A thread hangs on one element or card, by its id. Who wrote a comment is known from the credential alone; the document
 * names a person by id, name and colour, never by a token.
 */
import Type, { type Static } from 'typebox';

import { HexColour } from './access.ts';
import { limits } from './limits.ts';

export const commentStatuses = ['open', 'resolved', 'all'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

export const Comment = Type.Object({
  id: Type.String(),
  text: Type.String(),
  createdAt: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }),
  authorName: Type.String({ description: 'Of a token: its owner.' }),
  authorColor: HexColour,
});
export type Comment = Static<typeof Comment>;

export const CommentThread = Type.Object({
  tabId: Type.String(),
  tabName: Type.String(),
  elementId: Type.String(),
  ref: Type.String({ description: 'Names the element in later operations.' }),
  label: Type.String({ description: 'Empty when the element has none.' }),
  resolved: Type.Boolean(),
  comments: Type.Array(Comment, { description: 'Oldest first.' }),
});
export type CommentThread = Static<typeof CommentThread>;

/** A comment as it lies in the document, under its id. */
export const StoredComment = Type.Object({
  /** Rises within the thread in the order of writing, which clocks of several nodes need not tell. */
  n: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  text: Type.String({ minLength: 1, maxLength: limits.commentCharacters }),
  createdAt: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
  /** A person's id, or a guest's. */
  authorId: Type.String({ minLength: 1, maxLength: 64 }),
  authorName: Type.String({ minLength: 1, maxLength: limits.nameCharacters }),
  authorColor: HexColour,
});
export type StoredComment = Static<typeof StoredComment>;

/** Plain values of a thread. It has a comment at least; they stand in the order of writing. */
export type Thread = {
  readonly resolved: boolean;
  readonly comments: readonly (StoredComment & { readonly id: string })[];
};

/** A comment as everybody sees it. */
export const shownComment = ({ id, text, createdAt, authorName, authorColor }: Comment): Comment => ({
  id,
  text,
  createdAt,
  authorName,
  authorColor,
});
