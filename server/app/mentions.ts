/** The comments that mention the caller (SPEC.md). */
import { isId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Mention, MentionList, MentionQuery, ReadMentions, UnreadMentions } from '#schema/mention.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { countUnread, isMentioned, listMentions, markRead, type MentionReader, type StoredMention } from '#storage/mentions.ts';

import { type Addresses, addressesFor } from './addresses.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { refuseChanging } from './ownership.ts';

type Owner = PersonActor | AgentActor;

export type Mentions = {
  /** Errors: invalid_request (cursor). */
  list(call: Call<Owner>, query: MentionQuery): Promise<MentionList | Problem>;
  /** Errors: comment_not_found (not with `older`), token_read_only, token_fenced. */
  read(call: Call<Owner>, body: ReadMentions): Promise<UnreadMentions | Problem>;
};

export function createMentions(context: AppContext): Mentions {
  const { storage, now } = context;
  return {
    async list(call, { unread, limit = limits.mentionListDefault, cursor }) {
      const before = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString();
      if (before !== null && !isId('cmt', before)) {
        const errors = [{ in: 'query', pointer: '/cursor', message: 'is not a cursor of this list' }];
        return problem('invalid_request', { errors });
      }
      const reader = readerOf(call.actor);
      const [page, count] = await Promise.all([
        listMentions(storage.db, reader, { isUnread: unread === '1', before, limit }),
        countUnread(storage.db, reader),
      ]);
      const addresses = addressesFor(context, call);
      return {
        mentions: page.mentions.map((mention) => shownMention(mention, addresses)),
        unread: count,
        next: page.next === null ? null : Buffer.from(page.next).toString('base64url'),
      };
    },

    read(call, { comment, older = false }) {
      const { actor } = call;
      let applied = false;
      const spec = { action: 'mention.read', about: () => ({ subject: comment }), applied: () => applied };
      return commit<UnreadMentions>(context, call, spec, async (tx) => {
        const refusal = refuseChanging(actor);
        if (refusal !== null) return refusal;
        const reader = readerOf(actor);
        if (!older && !(await isMentioned(tx, reader, comment))) return problem('comment_not_found', notMentioned);
        applied = await markRead(tx, reader, { commentId: comment, isOlderToo: older, at: now() });
        return { unread: await countUnread(tx, reader) };
      });
    },
  };
}

const notMentioned = { detail: 'No comment with this id mentions you.', hint: 'GET /me/mentions lists those that do.' };

const readerOf = (actor: Owner): MentionReader => ({
  userId: actor.userId,
  only: actor.kind === 'agent' ? actor.documents : null,
});

function shownMention({ documentId, name, tabId, threadId, comment, readAt }: StoredMention, addresses: Addresses): Mention {
  return {
    comment,
    document: { id: documentId, name },
    tab: tabId,
    element: tabId === null ? null : threadId,
    item: tabId === null ? threadId : null,
    url: addresses.place({ documentId, tabId, target: comment.id }),
    read: readAt !== null,
  };
}
