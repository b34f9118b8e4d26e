/** Comments on cards (SPEC.md). */
import { reaches } from '#schema/access.ts';
import type { CommentText } from '#schema/calls.ts';
import type { Item } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { addComment, readThread, removeComment, setResolved } from '#schema/ydoc/threads.ts';
import { userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { deleteMentionsOf } from '#storage/mentions.ts';

import type { AppContext } from './context.ts';
import { type CardScope, cardName, emitCardEvent, writeItems } from './item-write.ts';
import type { ItemAnswer } from './items.ts';
import { newComment, noteMentions } from './new-comment.ts';

/** All may return item_not_found and item_busy. */
export interface ItemComments {
  /** Errors: text_required, text_too_long, cannot_mention, too_many_mentions, comments_full. */
  add(call: Call, documentId: string, itemId: string, body: CommentText): Promise<(ItemAnswer & { commentId: string }) | Problem>;
  /** Null if the thread has that state already. Errors: comment_not_found if the card has no comments. */
  resolve(call: Call, documentId: string, itemId: string): Promise<ItemAnswer | null | Problem>;
  reopen(call: Call, documentId: string, itemId: string): Promise<ItemAnswer | null | Problem>;
  /** Errors: comment_not_found, not_comment_author. */
  remove(call: Call, documentId: string, itemId: string, commentId: string): Promise<null | Problem>;
}

export function createItemComments(context: AppContext): ItemComments {
  return {
    add: (call, documentId, itemId, { text }) =>
      write(call, documentId, { itemId, action: 'item.comment' }, async (scope) => {
        const comment = await newComment(scope, text, scope.at);
        if (isProblem(comment)) return comment;
        const full = refuseFull(scope, itemId);
        if (full !== null) return full;
        const reopened = readThread(scope.room.doc, itemId)?.resolved === true;
        scope.room.edit((doc) => addComment(doc, itemId, comment));
        const shown = await noteMentions(scope, { tabId: null, threadId: itemId }, comment);
        const data = { comment: shown, ...(reopened && { reopened }) };
        const value = await recordCommentChange(scope, itemId, 'commented', data);
        return { value: { ...value, commentId: shown.id }, applied: true };
      }),

    resolve: (call, documentId, itemId) => setState(call, documentId, itemId, 'resolved'),
    reopen: (call, documentId, itemId) => setState(call, documentId, itemId, 'reopened'),

    remove: (call, documentId, itemId, commentId) =>
      write(call, documentId, { itemId, action: 'item.comment-delete' }, async (scope) => {
        const { room, access } = scope;
        const comment = readThread(room.doc, itemId)?.comments.find(({ id }) => id === commentId);
        if (comment === undefined) return problem('comment_not_found');
        const mayModerate = call.actor.kind !== 'guest' && reaches(access.level, 'editor');
        const mayRemove = comment.authorId === userIdOf(call.actor) || mayModerate;
        if (!mayRemove) return problem('not_comment_author');
        room.edit((doc) => removeComment(doc, itemId, commentId));
        await deleteMentionsOf(room.tx, documentId, commentId);
        await recordCommentChange(scope, itemId, 'comment-removed', { comment: { id: commentId } });
        return { value: null, applied: true };
      }),
  };

  type CardAction = { readonly itemId: string; readonly action: string };

  function write<T>(
    call: Call,
    documentId: string,
    { itemId, action }: CardAction,
    work: (scope: CardScope) => Promise<{ value: T; applied: boolean } | Problem>,
  ): Promise<T | Problem> {
    return writeItems<T>(context, call, documentId, { action, required: 'participant', subject: itemId }, async (scope) =>
      scope.room.board.cards.has(itemId) ? work(scope) : problem('item_not_found'),
    );
  }

  function setState(
    call: Call,
    documentId: string,
    itemId: string,
    change: 'resolved' | 'reopened',
  ): Promise<ItemAnswer | null | Problem> {
    const resolved = change === 'resolved';
    const action = resolved ? 'item.resolve' : 'item.reopen';
    return write<ItemAnswer | null>(call, documentId, { itemId, action }, async (scope) => {
      const thread = readThread(scope.room.doc, itemId);
      if (thread === null) return problem('comment_not_found', { detail: 'The card has no comments.' });
      if (thread.resolved === resolved) return { value: null, applied: false };
      scope.room.edit((doc) => setResolved(doc, itemId, resolved));
      return { value: await recordCommentChange(scope, itemId, change, {}), applied: true };
    });
  }
}

async function recordCommentChange(scope: CardScope, itemId: string, change: string, data: object): Promise<ItemAnswer> {
  const rev = await emitCardEvent(scope, { change, ...cardName(scope, itemId), ...data });
  // The write found the card under the document's lock.
  return { item: scope.room.board.item(itemId) as Item, rev };
}

function refuseFull({ room }: CardScope, itemId: string): Problem | null {
  const onCard = readThread(room.doc, itemId)?.comments.length ?? 0;
  return onCard < limits.commentsPerCard ? null : problem('comments_full', { limit: limits.commentsPerCard });
}
