/** The caller's own account and token. */
import type { Token, User } from '#schema/access.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { tokenById } from '#storage/tokens.ts';
import { userById } from '#storage/users.ts';

import type { AppContext } from './context.ts';
import { publicUser } from './session.ts';
import { publicToken } from './tokens.ts';

export type Me = {
  /** Errors: unauthenticated if the account was deleted meanwhile. */
  show(call: Call<PersonActor | AgentActor>): Promise<{ readonly user: User; readonly token?: Token } | Problem>;
};

export function createMe({ storage }: AppContext): Me {
  return {
    async show({ actor }) {
      const user = await userById(storage.db, actor.userId);
      if (user === null) return problem('unauthenticated');
      if (actor.kind === 'person') return { user: publicUser(user) };
      const token = await tokenById(storage.db, actor.tokenId);
      return token === null ? problem('unauthenticated') : { user: publicUser(user), token: publicToken(token) };
    },
  };
}
