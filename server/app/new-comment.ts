/**
 * A new comment, on an element or a card.
 *
 * The author is the credential's: for a token its owner, with the owner's name and color, never the token.
 */
import { exceeds } from '#core/notation/characters.ts';
import type { Thread } from '#schema/comment.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';

/** Errors: text_required (also for a blank text), text_too_long. `at` in ms. */
export function newComment(actor: Actor, text: string | undefined, at: number): Omit<Thread['comments'][number], 'n'> | Problem {
  if (text === undefined || text.trim() === '') return problem('text_required');
  if (exceeds(text, limits.commentCharacters)) return problem('text_too_long', { limit: limits.commentCharacters });
  return {
    id: newId('cmt', at),
    text,
    createdAt: at,
    authorId: userIdOf(actor),
    authorName: actor.name,
    authorColor: actor.color,
  };
}
