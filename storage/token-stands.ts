/** token-stands: whether a token that was good when a connection was opened still is. */
import type { Db } from './storage.ts';

/** False when the token is revoked, expired or gone. */
export async function tokenStands(db: Db, tokenId: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('tokens').select(['revoked_at', 'expires_at']).where('id', '=', tokenId).executeTakeFirst();
  return row !== undefined && row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
}
