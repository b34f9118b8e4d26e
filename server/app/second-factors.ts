/** The second factor of the caller: turning it on and off, and its recovery codes (SPEC.md, APP210 to APP216). */
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import {
  type ConfirmedSecondFactor,
  type NewSecondFactor,
  type RecoveryCodes,
  type SecondFactor,
  type SecondFactorConfirmation,
  secondFactorLimits,
  type SecondFactorProof,
} from '#schema/second-factor.ts';
import type { PersonActor } from '#server/access/actor.ts';
import { acceptCode, countTry, hashRecoveryCode } from '#server/access/second-factor.ts';
import { seal } from '#server/access/seal.ts';
import { newRecoveryCode, passwordMatches } from '#server/access/secrets.ts';
import { newTotpSecret, totpUri } from '#server/access/totp.ts';
import type { Call } from '#server/call.ts';
import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  putSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
  type StoredSecondFactor,
} from '#storage/second-factors.ts';
import type { Db } from '#storage/storage.ts';
import { userById } from '#storage/users.ts';

import { commit, replyTo } from './commit.ts';
import type { AppContext } from './context.ts';

export type SecondFactors = {
  /** Replaces one that was not confirmed. Errors: second_factor_on, password_unset, unauthenticated. */
  start(call: Call<PersonActor>): Promise<NewSecondFactor | Problem>;
  /** Errors: second_factor_on, second_factor_off if it was not started, second_factor_wrong, password_wrong, rate_limited. */
  confirm(call: Call<PersonActor>, body: SecondFactorConfirmation): Promise<ConfirmedSecondFactor | Problem>;
  /** Errors: second_factor_off, second_factor_wrong, password_wrong, rate_limited. */
  end(call: Call<PersonActor>, proof: SecondFactorProof): Promise<null | Problem>;
  /** The earlier codes are no longer accepted. Errors: as `end`. */
  renewRecoveryCodes(call: Call<PersonActor>, proof: SecondFactorProof): Promise<RecoveryCodes | Problem>;
};

export type SecondFactorContext = Pick<AppContext, 'storage' | 'now' | 'sealKey' | 'earlierSealKeys'>;

/** Shown by authenticator apps. */
const issuer = 'Atelier';

export function createSecondFactors(context: SecondFactorContext): SecondFactors {
  const { storage, now, sealKey } = context;
  return {
    start(call) {
      const { userId } = call.actor;
      const spec = { action: 'second-factor.start', about: () => ({ subject: userId }), secret: true };
      return commit<NewSecondFactor>(context, call, spec, async (tx) => {
        const user = await userById(tx, userId);
        if (user === null) return problem('unauthenticated');
        if (user.passwordHash === null) return problem('password_unset');
        const secret = newTotpSecret();
        const isNew = await putSecondFactor(tx, { userId, secret: seal(sealKey, secret), createdAt: now() });
        return isNew
          ? { secret, uri: totpUri(secret, { issuer, account: user.email ?? user.name }) }
          : problem('second_factor_on');
      });
    },

    async confirm(call, { code, currentPassword }) {
      const { userId } = call.actor;
      const refusal = await beforehand(call, async () => {
        const factor = startedFactor(await secondFactorOf(storage.db, userId));
        if (isProblem(factor)) return factor;
        return (await passwordRefusal(userId, currentPassword)) ?? (await countTry(storage, userId, now()));
      });
      if (refusal !== null) return refusal;
      const spec = { action: 'second-factor.enable', about: () => ({ subject: userId }), secret: true };
      return commit<ConfirmedSecondFactor>(context, call, spec, async (tx) => {
        const factor = startedFactor(await secondFactorOf(tx, userId));
        if (isProblem(factor)) return factor;
        const at = now();
        if ((await acceptCode(tx, context, factor, code, at)) === null) return problem('second_factor_wrong');
        if (!(await confirmSecondFactor(tx, userId, at))) return problem('second_factor_on');
        const recoveryCodes = await newCodes(tx, userId);
        return { secondFactor: { since: at, recoveryCodes: recoveryCodes.length }, recoveryCodes };
      });
    },

    end: (call, proof) =>
      proven(call, proof, { action: 'second-factor.disable' }, async (tx) => {
        await deleteSecondFactor(tx, call.actor.userId);
        return null;
      }),

    renewRecoveryCodes: (call, proof) =>
      proven(call, proof, { action: 'recovery-codes.create', secret: true }, async (tx) => ({
        recoveryCodes: await newCodes(tx, call.actor.userId),
      })),
  };

  /** Runs work for a person who proves with their password or a code that the session is theirs. */
  async function proven<T>(
    call: Call<PersonActor>,
    proof: SecondFactorProof,
    spec: { readonly action: string; readonly secret?: boolean },
    work: (tx: Db) => Promise<T>,
  ): Promise<T | Problem> {
    const { userId } = call.actor;
    const refusal = await beforehand(call, async () => {
      const factor = activeFactor(await secondFactorOf(storage.db, userId));
      if (isProblem(factor)) return factor;
      return 'code' in proof ? countTry(storage, userId, now()) : passwordRefusal(userId, proof.currentPassword);
    });
    if (refusal !== null) return refusal;
    return commit<T>(context, call, { ...spec, about: () => ({ subject: userId }) }, async (tx) => {
      const factor = activeFactor(await secondFactorOf(tx, userId));
      if (isProblem(factor)) return factor;
      if ('code' in proof && (await acceptCode(tx, context, factor, proof.code, now())) === null)
        return problem('second_factor_wrong');
      return work(tx);
    });
  }

  /** What is checked before the transaction; not for a call that was answered already, and is answered the same again. */
  async function beforehand(call: Call<PersonActor>, check: () => Promise<Problem | null>): Promise<Problem | null> {
    return (await replyTo(context, storage.db, call)) === null ? check() : null;
  }

  async function passwordRefusal(userId: string, password: string): Promise<Problem | null> {
    const user = await userById(storage.db, userId);
    return (await passwordMatches(password, user?.passwordHash ?? null)) ? null : problem('password_wrong');
  }
}

const activeFactor = (factor: StoredSecondFactor | null): StoredSecondFactor | Problem =>
  factor === null || factor.confirmedAt === null ? problem('second_factor_off') : factor;

/** One that waits for its first code. */
function startedFactor(factor: StoredSecondFactor | null): StoredSecondFactor | Problem {
  if (factor === null) return problem('second_factor_off', { hint: 'Start it first: POST /me/second-factor.' });
  return factor.confirmedAt === null ? factor : problem('second_factor_on');
}

async function newCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newRecoveryCode);
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Null if signing in asks for none. */
export async function shownSecondFactor(db: Db, userId: string): Promise<SecondFactor | null> {
  const factor = await secondFactorOf(db, userId);
  if (factor === null || factor.confirmedAt === null) return null;
  return { since: factor.confirmedAt, recoveryCodes: await countRecoveryCodes(db, userId) };
}
