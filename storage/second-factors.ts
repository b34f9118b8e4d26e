/** Second factors of signing in: the sealed secret of an authenticator app, and recovery codes by hash. */
import type { Db } from './tables.ts';

export type StoredSecondFactor = {
  readonly userId: string;
  /** Sealed. */
  readonly secret: string;
  readonly createdAt: number;
  /** Null until the person has entered a first code: signing in does not ask for it yet. */
  readonly confirmedAt: number | null;
  /** The 30 seconds of the last code that was accepted, counted from the epoch: no code of them or before is accepted again. */
  readonly lastStep: number;
};

/** Null if there is none, confirmed or not. */
export async function secondFactorOf(db: Db, userId: string): Promise<StoredSecondFactor | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['user_id as userId', 'secret', 'created_at as createdAt', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row };
}

/** Replaces one that was not confirmed. False if there is a confirmed one. Tries are counted on. */
export async function putSecondFactor(
  tx: Db,
  { userId, secret, createdAt }: Pick<StoredSecondFactor, 'userId' | 'secret' | 'createdAt'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('second_factors')
    .values({
      user_id: userId,
      secret,
      created_at: createdAt,
      confirmed_at: null,
      last_step: 0,
      tries: 0,
      tries_since: createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: createdAt, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if there is none, or it is confirmed already. */
export async function confirmSecondFactor(tx: Db, userId: string, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes its recovery codes, too. False if there was none, or if it was not confirmed. */
export async function deleteSecondFactor(tx: Db, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return row !== undefined;
}

/** Counts an attempt before it is checked. False beyond `limit` attempts within `windowMs`, of which right ones do not count. */
export async function takeSecondFactorTry(
  tx: Db,
  userId: string,
  { at, limit, windowMs }: { readonly at: number; readonly limit: number; readonly windowMs: number },
): Promise<boolean> {
  const ofUser = tx.updateTable('second_factors').where('user_id', '=', userId).returning('user_id');
  const first = ofUser.set({ tries: 1, tries_since: at }).where('tries_since', '<=', at - windowMs);
  if ((await first.executeTakeFirst()) !== undefined) return true;
  const next = ofUser.set((row) => ({ tries: row('tries', '+', 1) })).where('tries', '<', limit);
  return (await next.executeTakeFirst()) !== undefined;
}

/** Uses up the code of a step, and all earlier ones. False if it, or a later one, was used before. */
export async function useSecondFactorStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: step, tries: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a recovery code. False if it is unknown or was used before. */
export async function takeRecoveryCode(tx: Db, userId: string, hash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  if (row === undefined) return false;
  await tx.updateTable('second_factors').set({ tries: 0 }).where('user_id', '=', userId).execute();
  return true;
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((is) => is.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function sealSecondFactor(tx: Db, userId: string, secret: string): Promise<void> {
  await tx.updateTable('second_factors').set({ secret }).where('user_id', '=', userId).execute();
}

/** Replaces the sealed secrets for which `resealed` answers one. */
export async function resealSecondFactors(tx: Db, resealed: (sealed: string) => string | null): Promise<void> {
  for (const { userId, secret } of await tx.selectFrom('second_factors').select(['user_id as userId', 'secret']).execute()) {
    const next = resealed(secret);
    if (next !== null) await sealSecondFactor(tx, userId, next);
  }
}
