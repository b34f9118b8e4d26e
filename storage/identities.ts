/** identities: the people whom OpenID Connect providers vouch for, by the provider's address and its name for them. */
import type { Db } from './tables.ts';

export type ProviderIdentity = { readonly issuer: string; readonly subject: string };

/** The id of the person; null when nobody was linked to this identity. */
export async function userOfIdentity(db: Db, { issuer, subject }: ProviderIdentity): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id as userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** False, and nothing written, when the identity is somebody's already. */
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
