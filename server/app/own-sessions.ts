/** The sessions of the caller: where they are signed in, and signing out elsewhere (SPEC.md). */
import { hash as digest } from 'node:crypto';

import type { OwnSession } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { deleteSession, deleteSessionsOf, type ListedSession, listSessions } from '#storage/sessions.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';

export type EndedSession = { readonly isCurrent: boolean };

export type OwnSessions = {
  list(call: Call<PersonActor>): Promise<{ readonly sessions: readonly OwnSession[] }>;
  /** Errors: session_not_found. */
  end(call: Call<PersonActor>, sessionId: string): Promise<EndedSession | Problem>;
  endOthers(call: Call<PersonActor>): Promise<null | Problem>;
};

export function createOwnSessions(context: AppContext): OwnSessions {
  const { storage, now, credentialsChanged } = context;
  return {
    async list({ actor }) {
      const found = await listSessions(storage.db, actor.userId, now(), limits.sessionsListed);
      const sessions = found.map((session) => shownSession(session, actor, now()));
      return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt - a.lastUsedAt) };
    },

    async end(call, sessionId) {
      const { userId, sessionHash } = call.actor;
      const result = await commit(context, call, { action: 'session.delete', about: () => ({ subject: userId }) }, async (tx) => {
        const found = await listSessions(tx, userId, now(), limits.sessionsListed);
        const session = found.find(({ hash }) => sessionIdOf(hash) === sessionId);
        if (session === undefined || !(await deleteSession(tx, session.hash))) return problem('session_not_found');
        return { isCurrent: session.hash === sessionHash };
      });
      if (!isProblem(result)) credentialsChanged();
      return result;
    },

    async endOthers(call) {
      const { userId, sessionHash } = call.actor;
      const about = (): { subject: string } => ({ subject: userId });
      const result = await commit(context, call, { action: 'session.delete-others', about }, async (tx) => {
        await deleteSessionsOf(tx, userId, sessionHash);
        return null;
      });
      if (!isProblem(result)) credentialsChanged();
      return result;
    },
  };
}

function shownSession(
  { hash, createdAt, expiresAt, userAgent, lastUsedAt }: ListedSession,
  actor: PersonActor,
  at: number,
): OwnSession {
  const isCurrent = hash === actor.sessionHash;
  // Uses are written about once a minute: this call is one.
  return {
    id: sessionIdOf(hash),
    createdAt,
    lastUsedAt: isCurrent ? at : (lastUsedAt ?? createdAt),
    expiresAt,
    userAgent,
    isCurrent,
  };
}

/** Derived from the hash of the secret, so that sessions of every release have one, and neither hash nor secret follows from it. */
const sessionIdOf = (hash: string): string => `session_${digest('sha256', `session ${hash}`).slice(0, 20)}`;
