/** The caller's own account and token (SPEC.md). */
import type { Token, User } from '#schema/access.ts';
import type { MePatch } from '#schema/account-calls.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { SecondFactor } from '#schema/second-factor.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import { hashPassword, passwordMatches } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { isAdministrator } from '#storage/people.ts';
import { deleteSessionsOf } from '#storage/sessions.ts';
import { tokenById } from '#storage/tokens.ts';
import { changeUser, type StoredUser, userById } from '#storage/users.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { shownSecondFactor } from './second-factors.ts';
import { publicUser } from './session.ts';
import { publicToken } from './tokens.ts';

type ShownMe = {
  readonly user: User;
  readonly token?: Token;
  readonly hasPassword?: boolean;
  readonly secondFactor?: SecondFactor;
  readonly administrator?: true;
};

export type Me = {
  /** Errors: unauthenticated if the account was deleted meanwhile. */
  show(call: Call<PersonActor | AgentActor>): Promise<ShownMe | Problem>;
  /** Another password ends the other sessions. Errors: password_wrong, unauthenticated, invalid_request. */
  change(call: Call<PersonActor>, body: MePatch): Promise<{ readonly user: User } | Problem>;
};

export function createMe(context: AppContext): Me {
  const { storage, credentialsChanged } = context;
  return {
    async show({ actor }) {
      const user = await userById(storage.db, actor.userId);
      if (user === null) return problem('unauthenticated');
      if (actor.kind === 'person') {
        const secondFactor = await shownSecondFactor(storage.db, user.id);
        return {
          user: publicUser(user),
          hasPassword: user.passwordHash !== null,
          ...(secondFactor !== null && { secondFactor }),
          ...((await isAdministrator(storage.db, user.id)) && { administrator: true as const }),
        };
      }
      const token = await tokenById(storage.db, actor.tokenId);
      return token === null ? problem('unauthenticated') : { user: publicUser(user), token: publicToken(token) };
    },

    async change(call, { name, color, password, currentPassword }) {
      const { userId, sessionHash } = call.actor;
      // Passwords are hashed before the transaction: it takes longer than a write may block the database.
      const before = password === undefined ? null : await userById(storage.db, userId);
      if (before !== null && before.email === null) return withoutAddress;
      if (before !== null && !(await mayChangePassword(before, currentPassword))) return problem('password_wrong');
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const action = password === undefined ? 'user.change' : 'user.change-password';
      const result = await commit(context, call, { action, about: () => ({ subject: userId }) }, async (tx) => {
        const current = await userById(tx, userId);
        if (current === null) return problem('unauthenticated');
        // Another call has changed it since it was compared.
        if (before !== null && current.passwordHash !== before.passwordHash) return problem('password_wrong');
        const user = await changeUser(tx, userId, {
          ...(name !== undefined && { name: name.trim() }),
          ...(color !== undefined && { color: color.toLowerCase() }),
          ...(passwordHash !== undefined && { passwordHash }),
        });
        if (passwordHash !== undefined) await deleteSessionsOf(tx, userId, sessionHash);
        return user === null ? problem('unauthenticated') : { user: publicUser(user) };
      });
      if (!isProblem(result)) credentialsChanged();
      return result;
    },
  };
}

const withoutAddress = problem('invalid_request', {
  hint: 'People sign in with an email address and a password: the administrator adds your address.',
  errors: [{ in: 'body', pointer: '/password', message: 'needs an account with an email address' }],
});

/** A person without a password, who signs in through a provider or with a code, sets the first one without another proof. */
const mayChangePassword = async ({ passwordHash }: StoredUser, currentPassword: string | undefined): Promise<boolean> =>
  passwordHash === null || passwordMatches(currentPassword ?? '', passwordHash);
