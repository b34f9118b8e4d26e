/** Checks the second factor of a person, once per code (server/app/SPEC.md, APP210 to APP216). */
import { problem, type Problem } from '#schema/problem.ts';
import { secondFactorLimits } from '#schema/second-factor.ts';
import {
  sealSecondFactor,
  secondFactorOf,
  type StoredSecondFactor,
  takeRecoveryCode,
  takeSecondFactorTry,
  useSecondFactorStep,
} from '#storage/second-factors.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { seal, unseal } from './seal.ts';
import { hashSecret } from './secrets.ts';
import { matchingStep } from './totp.ts';

export type SealKeys = { readonly sealKey: Uint8Array; readonly earlierSealKeys?: readonly Uint8Array[] };

/** How a code was accepted. */
export type AcceptedFactor = 'app' | 'recovery-code';

/** As people type and paste codes. */
const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();
export const hashRecoveryCode = (code: string): string => hashSecret(`recovery ${plain(code)}`);

export async function isSecondFactorOn(db: Db, userId: string): Promise<boolean> {
  const factor = await secondFactorOf(db, userId);
  return factor !== null && factor.confirmedAt !== null;
}

/** Counts an attempt in a transaction of its own, so that refused ones count. Errors: rate_limited. */
export async function countTry(storage: Storage, userId: string, at: number): Promise<Problem | null> {
  const window = { at, limit: secondFactorLimits.tries, windowMs: secondFactorLimits.triesMinutes * 60_000 };
  const mayTry = await storage.transact((tx) => takeSecondFactorTry(tx, userId, window));
  return mayTry
    ? null
    : problem('rate_limited', {
        detail: 'There were too many wrong codes for this account.',
        hint: `Wait ${secondFactorLimits.triesMinutes} minutes and try again.`,
      });
}

/** Uses the code up, in the transaction of the call that it permits. Null if it is wrong or was used. */
export async function acceptCode(
  tx: Db,
  keys: SealKeys,
  factor: StoredSecondFactor,
  code: string,
  at: number,
): Promise<AcceptedFactor | null> {
  const { userId } = factor;
  const text = plain(code);
  if (text.length > secondFactorLimits.digits)
    return (await takeRecoveryCode(tx, userId, hashRecoveryCode(text))) ? 'recovery-code' : null;
  const opened = open(keys, factor.secret);
  if (opened === null) return null;
  const step = matchingStep(opened.secret, text, at, factor.lastStep);
  if (step === null || !(await useSecondFactorStep(tx, userId, step))) return null;
  if (opened.isEarlier) await sealSecondFactor(tx, userId, seal(keys.sealKey, opened.secret));
  return 'app';
}

/** Null if it is sealed with a key that is not known: then recovery codes are accepted only. */
function open({ sealKey, earlierSealKeys = [] }: SealKeys, sealed: string): { secret: string; isEarlier: boolean } | null {
  for (const [index, key] of [sealKey, ...earlierSealKeys].entries()) {
    try {
      return { secret: unseal(key, sealed), isEarlier: index > 0 };
    } catch {
      // It was sealed with another key.
    }
  }
  return null;
}
