/**
 * The comments that mention people (SPEC.md). A person finds those in documents that they can read.
 *
 * Writers of comments hold the lock of the document. Comments do not change, so a row has a copy of its comment.
 */
import type { Comment } from '#schema/comment.ts';

import type { Db } from './tables.ts';
import { among } from './text-list.ts';

export type NewMentions = {
  readonly userIds: readonly string[];
  readonly documentId: string;
  /** Null for a comment on a card. */
  readonly tabId: string | null;
  /** The id of the element or card. */
  readonly threadId: string;
  readonly comment: Comment;
};

/** `name` is that of the document. */
export type StoredMention = Omit<NewMentions, 'userIds'> & { readonly name: string; readonly readAt: number | null };

export type MentionReader = {
  readonly userId: string;
  /** Only in these documents (for a token that is limited to documents); null: all. */
  readonly only: readonly string[] | null;
};

export async function insertMentions(tx: Db, { userIds, documentId, tabId, threadId, comment }: NewMentions): Promise<void> {
  if (userIds.length === 0) return;
  const text = JSON.stringify(comment);
  await tx
    .insertInto('mentions')
    .values(
      userIds.map((userId) => ({
        user_id: userId,
        comment_id: comment.id,
        document_id: documentId,
        tab_id: tabId,
        thread_id: threadId,
        comment: text,
        read_at: null,
      })),
    )
    .execute();
}

export async function deleteMentionsOf(tx: Db, documentId: string, commentId: string): Promise<void> {
  await tx.deleteFrom('mentions').where('document_id', '=', documentId).where('comment_id', '=', commentId).execute();
}

/** Of threads that were deleted with their cards. */
export async function deleteMentionsIn(tx: Db, documentId: string, threadIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('mentions')
    .where('document_id', '=', documentId)
    .where(among(tx, 'thread_id', threadIds))
    .execute();
}

export type MentionPage = { readonly isUnread: boolean; readonly before: string | null; readonly limit: number };

/** The last one first. `before`: only those that follow this comment in the list. */
export async function listMentions(
  db: Db,
  reader: MentionReader,
  { isUnread, before, limit }: MentionPage,
): Promise<{ readonly mentions: StoredMention[]; readonly next: string | null }> {
  let query = readable(db, reader).select([
    'mentions.document_id as documentId',
    'documents.name as name',
    'mentions.tab_id as tabId',
    'mentions.thread_id as threadId',
    'mentions.comment as comment',
    'mentions.read_at as readAt',
  ]);
  if (isUnread) query = query.where('mentions.read_at', 'is', null);
  if (before !== null) query = query.where('mentions.comment_id', '<', before);
  const rows = await query
    .orderBy('mentions.comment_id', 'desc')
    .limit(limit + 1)
    .execute();
  const mentions = rows.slice(0, limit).map((row) => ({ ...row, comment: JSON.parse(row.comment) as Comment }));
  return { mentions, next: rows.length > limit ? (mentions.at(-1)?.comment.id ?? null) : null };
}

export async function countUnread(db: Db, reader: MentionReader): Promise<number> {
  const { count } = await readable(db, reader)
    .select((is) => is.fn.countAll().as('count'))
    .where('mentions.read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** True if the comment mentions the person, who can read it. */
export async function isMentioned(db: Db, reader: MentionReader, commentId: string): Promise<boolean> {
  const row = await readable(db, reader)
    .select('mentions.comment_id')
    .where('mentions.comment_id', '=', commentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** One comment, or it and all before it. False if they were read already. */
export async function markRead(
  tx: Db,
  { userId, only }: MentionReader,
  { commentId, isOlderToo, at }: { readonly commentId: string; readonly isOlderToo: boolean; readonly at: number },
): Promise<boolean> {
  let query = tx
    .updateTable('mentions')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('comment_id', isOlderToo ? '<=' : '=', commentId)
    .where('read_at', 'is', null);
  if (only !== null) query = query.where(among(tx, 'document_id', only));
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

function readable(db: Db, { userId, only }: MentionReader) {
  const query = db
    .selectFrom('mentions')
    .innerJoin('members', (join) =>
      join.onRef('members.document_id', '=', 'mentions.document_id').onRef('members.user_id', '=', 'mentions.user_id'),
    )
    .innerJoin('documents', 'documents.id', 'mentions.document_id')
    .where('mentions.user_id', '=', userId)
    .where('documents.deleted_at', 'is', null);
  return only === null ? query : query.where(among(db, 'documents.id', only));
}
