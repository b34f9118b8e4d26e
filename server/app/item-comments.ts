/**
 * item-comments: what people and agents say on a card.
 *
 * K1  The author is who the credential says, as in comments.ts. A comment opens the card's thread, one that was resolved too.
 * K2  Resolving a resolved thread, or reopening an open one, changes nothing; a card without comments has no thread.
 * K3  Everybody deletes comments of their own; those of others whoever has edit access, tokens too.
 * K4  A card holds at most 200 comments.
 */
import { reaches } from '#schema/access.ts';
import type { CommentText } from '#schema/calls.ts';
import type { Item } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { addComment, readThread, removeComment, setResolved } from '#schema/ydoc/threads.ts';
import { userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';

import type { AppContext } from './context.ts';
import { type ItemGround, namedIn, tellOf, writeItems } from './item-write.ts';
import type { ItemAnswer } from './items.ts';
import { newComment } from './new-comment.ts';

/** All may answer item_not_found and item_busy. */
export interface ItemComments {
  /** Errors: text_required, text_too_long, comments_full. */
  add(call: Call, documentId: string, itemId: string, body: CommentText): Promise<(ItemAnswer & { commentId: string }) | Problem>;
  /** Null when it is so already. Errors: comment_not_found when nobody commented. */
  resolve(call: Call, documentId: string, itemId: string): Promise<ItemAnswer | null | Problem>;
  reopen(call: Call, documentId: string, itemId: string): Promise<ItemAnswer | null | Problem>;
  /** Errors: comment_not_found, not_comment_author. */
  remove(call: Call, documentId: string, itemId: string, commentId: string): Promise<null | Problem>;
}

export function createItemComments(context: AppContext): ItemComments {
  return {
    add: (call, documentId, itemId, { text }) =>
      write(call, documentId, { itemId, action: 'item.comment' }, async (ground) => {
        const comment = newComment(call.actor, text, ground.at);
        if (isProblem(comment)) return comment;
        const full = refuseFull(ground, itemId);
        if (full !== null) return full;
        const reopened = readThread(ground.room.doc, itemId)?.resolved === true;
        ground.room.edit((doc) => addComment(doc, itemId, comment));
        const { id, text: said, createdAt, authorName, authorColor } = comment;
        const told = { comment: { id, text: said, createdAt, authorName, authorColor }, ...(reopened && { reopened }) };
        const value = await recordCommentChange(ground, itemId, 'commented', told);
        return { value: { ...value, commentId: id }, applied: true };
      }),

    resolve: (call, documentId, itemId) => turn(call, documentId, itemId, 'resolved'),
    reopen: (call, documentId, itemId) => turn(call, documentId, itemId, 'reopened'),

    remove: (call, documentId, itemId, commentId) =>
      write(call, documentId, { itemId, action: 'item.comment-delete' }, async (ground) => {
        const { room, access } = ground;
        const comment = readThread(room.doc, itemId)?.comments.find(({ id }) => id === commentId);
        if (comment === undefined) return problem('comment_not_found');
        const mayRemove = comment.authorId === userIdOf(call.actor) || reaches(access.level, 'editor');
        if (!mayRemove) return problem('not_comment_author');
        room.edit((doc) => removeComment(doc, itemId, commentId));
        await recordCommentChange(ground, itemId, 'comment-removed', { comment: { id: commentId } });
        return { value: null, applied: true };
      }),
  };

  type Place = { readonly itemId: string; readonly action: string };

  function write<T>(
    call: Call,
    documentId: string,
    { itemId, action }: Place,
    work: (ground: ItemGround) => Promise<{ value: T; applied: boolean } | Problem>,
  ): Promise<T | Problem> {
    return writeItems<T>(context, call, documentId, { action, required: 'participant', subject: itemId }, async (ground) =>
      ground.room.board.cards.has(itemId) ? work(ground) : problem('item_not_found'),
    );
  }

  /** [K2] */
  function turn(
    call: Call,
    documentId: string,
    itemId: string,
    change: 'resolved' | 'reopened',
  ): Promise<ItemAnswer | null | Problem> {
    const resolved = change === 'resolved';
    const action = resolved ? 'item.resolve' : 'item.reopen';
    return write<ItemAnswer | null>(call, documentId, { itemId, action }, async (ground) => {
      const thread = readThread(ground.room.doc, itemId);
      if (thread === null) return problem('comment_not_found', { detail: 'Nobody has commented on the card.' });
      if (thread.resolved === resolved) return { value: null, applied: false };
      ground.room.edit((doc) => setResolved(doc, itemId, resolved));
      return { value: await recordCommentChange(ground, itemId, change, {}), applied: true };
    });
  }
}

async function recordCommentChange(ground: ItemGround, itemId: string, change: string, told: object): Promise<ItemAnswer> {
  const rev = await tellOf(ground, { change, ...namedIn(ground, itemId), ...told });
  // It is there: the write found it under the document's lock.
  return { item: ground.room.board.item(itemId) as Item, rev };
}

/** [K4] */
function refuseFull({ room }: ItemGround, itemId: string): Problem | null {
  const onCard = readThread(room.doc, itemId)?.comments.length ?? 0;
  if (onCard >= limits.commentsPerCard) return problem('comments_full', { limit: limits.commentsPerCard });
  if (room.comments() < limits.commentsPerDocument) return null;
  const limit = limits.commentsPerDocument;
  return problem('comments_full', { limit, detail: `A document holds at most ${limit.toLocaleString('en')} comments.` });
}
