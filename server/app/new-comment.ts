/**
 * A new comment, on an element or a card, and the mentions that it makes.
 *
 * The author is the credential's: for a token its owner, with the owner's name and color, never the token.
 */
import { mentionedIds, mentionsIn, withNames } from '#core/mentions/mentions-in-text.ts';
import { exceeds } from '#core/notation/characters.ts';
import { type Comment, type MentionedPerson, shownComment, type Thread } from '#schema/comment.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { userIdOf } from '#server/access/actor.ts';
import { listMembers } from '#storage/members.ts';
import { insertMentions } from '#storage/mentions.ts';

import type { WriteScope } from './document-write.ts';

export type NewlyWritten = Omit<Thread['comments'][number], 'n'>;

/** Errors: text_required (also for a blank text), text_too_long, cannot_mention, too_many_mentions. `at` in ms. */
export async function newComment(scope: WriteScope, sent: string | undefined, at: number): Promise<NewlyWritten | Problem> {
  if (sent === undefined || sent.trim() === '') return problem('text_required');
  const members = sent.includes('@') ? await listMembers(scope.room.tx, scope.documentId) : [];
  const said = readMentions(
    sent,
    members.map(({ user }) => user),
  );
  if (isProblem(said)) return said;
  const { text, mentions } = said;
  if (exceeds(text, limits.commentCharacters)) return problem('text_too_long', { limit: limits.commentCharacters });
  const { actor } = scope.call;
  return {
    id: newId('cmt', at),
    text,
    createdAt: at,
    authorId: userIdOf(actor),
    authorName: actor.name,
    authorColor: actor.color,
    ...(mentions.length > 0 && { mentions: [...mentions] }),
  };
}

type Said = { readonly text: string; readonly mentions: readonly MentionedPerson[] };

/** A person who does not exist and one who cannot open the document get the same refusal. */
function readMentions(sent: string, members: readonly MentionedPerson[]): Said | Problem {
  const ids = mentionedIds(sent);
  const stranger = ids.find((id) => !members.some((member) => member.id === id));
  if (stranger !== undefined) return problem('cannot_mention', { person: stranger });
  const mentions = mentionsIn(sent, members);
  const limit = limits.mentionsPerComment;
  return mentions.length > limit ? problem('too_many_mentions', { limit }) : { text: withNames(sent, members), mentions };
}

export type MentionPlace = { readonly tabId: string | null; readonly threadId: string };

/** What is mentioned in a comment of one's own needs no notice. Returns the comment as it is shown. */
export async function noteMentions(
  { room, documentId }: WriteScope,
  { tabId, threadId }: MentionPlace,
  written: NewlyWritten,
): Promise<Comment> {
  const comment = shownComment(written);
  const userIds = (written.mentions ?? []).map(({ id }) => id).filter((id) => id !== written.authorId);
  await insertMentions(room.tx, { userIds, documentId, tabId, threadId, comment });
  return comment;
}
