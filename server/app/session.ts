/** Signing in on the web page, and out (SPEC.md). */
import type { User } from '#schema/access.ts';
import type { SignIn } from '#schema/calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { PersonActor } from '#server/access/actor.ts';
import type { VouchedIdentity } from '#server/access/openid.ts';
import { acceptCode, type AcceptedFactor, countTry, isSecondFactorOn } from '#server/access/second-factor.ts';
import { hashSecret, newSessionSecret, passwordMatches, randomColor } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { linkIdentity, userOfIdentity } from '#storage/identities.ts';
import { isDeactivated } from '#storage/people.ts';
import { secondFactorOf } from '#storage/second-factors.ts';
import { deleteSession, insertSession, signInCodeOwner, takeSignInCode } from '#storage/sessions.ts';
import type { Db } from '#storage/storage.ts';
import { insertUser, type StoredUser, userByEmail, userById } from '#storage/users.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';

export type SignedIn = { readonly user: User; readonly secret: string; readonly lifeMs: number };

export type SessionApi = {
  /** `userAgent`: what the browser calls itself. Errors: unauthenticated, second_factor_required, second_factor_wrong, rate_limited. */
  signIn(call: Call<null>, body: SignIn, userAgent: string | null): Promise<SignedIn | Problem>;
  /**
   * Signs in a person whom an OpenID Connect provider vouches for. `signUp`: a person without an account gets one.
   * Errors: unauthenticated.
   */
  signInVouched(
    call: Call<null>,
    vouched: VouchedIdentity,
    options: { readonly signUp: boolean; readonly userAgent: string | null },
  ): Promise<SignedIn | Problem>;
  signOut(call: Call<PersonActor>): Promise<null | Problem>;
};

const dayMs = 24 * 60 * 60 * 1000;
const lifeMs = limits.sessionDays * dayMs;

export function createSession(context: Pick<AppContext, 'storage' | 'now' | 'sealKey' | 'earlierSealKeys'>): SessionApi {
  const { storage, now } = context;
  return {
    async signIn(call, body, userAgent) {
      // The password is checked before the transaction: hashing takes longer than a write may block the database.
      const verified = 'email' in body ? await byPassword(body.email, body.password) : null;
      const userId = 'email' in body ? verified?.id : await signInCodeOwner(storage.db, hashSecret(body.code), now());
      if (userId === undefined || userId === null || (await isDeactivated(storage.db, userId))) return refused();
      if (await isSecondFactorOn(storage.db, userId)) {
        if (body.secondFactor === undefined) return problem('second_factor_required');
        const refusal = await countTry(storage, userId, now());
        if (refusal !== null) return refusal;
      }
      let accepted: AcceptedFactor | null = null;
      const isRecovery = (): boolean => accepted === 'recovery-code';
      return commit<SignedIn>(
        context,
        call,
        {
          action: 'session.create',
          about: ({ user }) => ({ subject: user.id, ...(isRecovery() && { action: 'session.create-by-recovery-code' }) }),
        },
        async (tx) => {
          const at = now();
          const user = 'email' in body ? verified : await byCode(tx, body.code, at);
          if (user === null) return refused();
          const factor = await secondFactorOf(tx, user.id);
          if (factor !== null && factor.confirmedAt !== null) {
            if (body.secondFactor === undefined) return problem('second_factor_required');
            accepted = await acceptCode(tx, context, factor, body.secondFactor, at);
            // The one-time code stays valid: the transaction is rolled back.
            if (accepted === null) return problem('second_factor_wrong');
          }
          return startSession(tx, user, { at, userAgent });
        },
      );
    },
    signInVouched: (call, vouched, { signUp, userAgent }) =>
      commit<SignedIn>(
        context,
        call,
        { action: 'session.create', about: (value) => ({ subject: value.user.id }) },
        async (tx) => {
          const at = now();
          const user = await byVouched(tx, vouched, signUp, at);
          if (user === null || (await isDeactivated(tx, user.id))) return refused();
          return startSession(tx, user, { at, userAgent });
        },
      ),
    signOut: (call) =>
      commit(context, call, { action: 'session.delete', about: () => ({ subject: call.actor.userId }) }, async (tx) => {
        await deleteSession(tx, call.actor.sessionHash);
        return null;
      }),
  };

  async function startSession(
    tx: Db,
    user: StoredUser,
    { at, userAgent }: { readonly at: number; readonly userAgent: string | null },
  ): Promise<SignedIn> {
    const secret = newSessionSecret();
    const times = { createdAt: at, expiresAt: at + lifeMs };
    await insertSession(tx, { hash: hashSecret(secret), userId: user.id, ...times, userAgent: plainUserAgent(userAgent) });
    return { user: publicUser(user), secret, lifeMs };
  }

  async function byVouched(tx: Db, vouched: VouchedIdentity, signUp: boolean, at: number): Promise<StoredUser | null> {
    const linked = await userOfIdentity(tx, vouched);
    if (linked !== null) return userById(tx, linked);
    const existing = vouched.email === null ? null : await userByEmail(tx, vouched.email);
    if (existing === null && !signUp) return null;
    const user = existing ?? accountFor(vouched, at);
    const isLinked = await linkIdentity(tx, { ...vouched, userId: user.id, createdAt: at });
    // Two concurrent first sign-ins of one identity create one account.
    if (!isLinked) return userById(tx, (await userOfIdentity(tx, vouched)) ?? '');
    return existing !== null || (await insertUser(tx, user)) ? user : null;
  }

  function accountFor({ email, name }: VouchedIdentity, at: number): StoredUser {
    const displayName = name ?? email?.split('@')[0] ?? 'Unnamed';
    return { id: newId('user', at), name: displayName, color: randomColor(), email, passwordHash: null, createdAt: at };
  }

  async function byCode(tx: Db, code: string, at: number): Promise<StoredUser | null> {
    const userId = await takeSignInCode(tx, hashSecret(code), at);
    return userId === null ? null : userById(tx, userId);
  }

  async function byPassword(email: string, password: string): Promise<StoredUser | null> {
    const user = await userByEmail(storage.db, email);
    return (await passwordMatches(password, user?.passwordHash ?? null)) ? user : null;
  }
}

/** Shown to the person as text: one line of limited length. */
function plainUserAgent(userAgent: string | null): string | null {
  const line = (userAgent ?? '')
    .toWellFormed()
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return line === '' ? null : line.slice(0, limits.userAgentCharacters);
}

const refused = (): Problem =>
  problem('unauthenticated', {
    detail: 'The email address or the password is wrong, or the code has been used.',
    hint: 'Check both and try again.',
  });

/** A person as shown to themselves: with the email address, which others do not see. */
export function publicUser(user: StoredUser): User {
  return { id: user.id, name: user.name, color: user.color, ...(user.email !== null && { email: user.email }) };
}
