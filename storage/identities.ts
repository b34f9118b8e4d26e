/** Links between people and OpenID Connect identities, that is, an issuer and its subject. */
import type { Db } from './tables.ts';

export type ProviderIdentity = { readonly issuer: string; readonly subject: string };

/** The id of the person; null if the identity is not linked. */
export async function userOfIdentity(db: Db, { issuer, subject }: ProviderIdentity): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id as userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Writes nothing and returns false if the identity is already linked. */
export async function linkIdentity(
  tx: Db,
  identity: ProviderIdentity & { readonly userId: string; readonly createdAt: number },
): Promise<boolean> {
  const { issuer, subject, userId, createdAt } = identity;
  const row = await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}
