/** The members of a document and their levels (SPEC.md). */
import type { Member } from '#schema/access.ts';
import type { MemberLevel } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { documentById } from '#storage/documents.ts';
import { lockDocument } from '#storage/journal.ts';
import { deleteMember, listMembers, membershipOf, putMember } from '#storage/members.ts';
import type { Db } from '#storage/storage.ts';
import { userById } from '#storage/users.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { emitMemberChange } from './member-events.ts';
import { missingTabs } from './missing-tabs.ts';

export type Members = {
  list(call: Call, documentId: string): Promise<{ readonly members: readonly Member[] } | Problem>;
  /** Errors: user_not_found, tab_not_found, last_owner, too_large, invalid_request (tabs of an owner). */
  put(call: Call, documentId: string, userId: string, body: MemberLevel): Promise<Member | Problem>;
  /** Errors: member_not_found, last_owner. */
  remove(call: Call, documentId: string, userId: string): Promise<null | Problem>;
};

export function createMembers(context: AppContext): Members {
  const { storage, rooms, now } = context;
  return {
    async list({ actor }, documentId) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      return isProblem(access) ? access : { members: await listMembers(storage.db, documentId) };
    },

    async put(call, documentId, userId, { level, tabs }) {
      if (level === 'owner' && tabs !== undefined) {
        return problem('invalid_request', { errors: [{ in: 'body', pointer: '/tabs', message: 'cannot limit an owner' }] });
      }
      const missing = await missingTabs(context, call, documentId, tabs);
      if (missing !== null) return missing;
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: userId });
      const result = await commit(context, call, { action: 'member.put', about }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { now: at });
        if (isProblem(access)) return access;
        const user = await userById(tx, userId);
        if (user === null) return problem('user_not_found');
        if (level !== 'owner' && (await belongsTo(tx, documentId, userId))) return problem('last_owner');
        await lockDocument(tx, documentId);
        const previous = await membershipOf(tx, documentId, userId);
        if (previous === null && (await listMembers(tx, documentId)).length >= limits.membersPerDocument) {
          return problem('too_large', { limit: limits.membersPerDocument });
        }
        const { id, name, color } = user;
        if (previous === null || !jsonEqual(previous, { level, tabs: tabs ?? null })) {
          await putMember(tx, { documentId, userId, level, tabs: tabs ?? null, at });
          await emitMemberChange(tx, call.actor, { documentId, user, level, at });
        }
        return { user: { id, name, color }, level, ...(tabs !== undefined && { tabs }) };
      });
      if (!isProblem(result)) rooms.accessChanged(documentId);
      return result;
    },

    async remove(call, documentId, userId) {
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: userId });
      const result = await commit(context, call, { action: 'member.remove', about }, async (tx) => {
        const { actor } = call;
        const isLeaving = actor.kind !== 'guest' && actor.userId === userId;
        const at = now();
        const access = await authorize(tx, actor, documentId, isLeaving ? 'viewer' : 'owner', { write: true, now: at });
        if (isProblem(access)) return access;
        if (await belongsTo(tx, documentId, userId)) return problem('last_owner');
        await lockDocument(tx, documentId);
        const user = await userById(tx, userId);
        if (user === null || !(await deleteMember(tx, documentId, userId))) return problem('member_not_found');
        await emitMemberChange(tx, actor, { documentId, user, level: null, at });
        return null;
      });
      if (!isProblem(result)) rooms.accessChanged(documentId);
      return result;
    },
  };
}

const belongsTo = async (tx: Db, documentId: string, userId: string): Promise<boolean> =>
  (await documentById(tx, documentId))?.ownerId === userId;
