/** Clients that registered themselves, and the codes, access tokens and refresh tokens of grants, each stored by its hash. */
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';
import { ownedTokenOf, tokenColumns, type TokenWithOwner } from './tokens.ts';

export type RegisteredClient = { readonly id: string; readonly name: string; readonly redirectUris: readonly string[] };

/** Deletes the oldest clients that were never given access, if there are more than `unusedMax` with this one. */
export async function insertClient(
  tx: Db,
  { id, name, redirectUris }: RegisteredClient,
  { at, unusedMax }: { readonly at: number; readonly unusedMax: number },
): Promise<void> {
  await tx
    .insertInto('oauth_clients')
    .values({ id, name, redirect_uris: JSON.stringify(redirectUris), created_at: at, used_at: null })
    .execute();
  const surplus = tx
    .selectFrom('oauth_clients')
    .select('id')
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsPerDelete)
    .offset(unusedMax);
  await tx.deleteFrom('oauth_clients').where('id', 'in', surplus).execute();
}

const rowsPerDelete = 100;

export async function clientById(db: Db, id: string): Promise<RegisteredClient | null> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : { id: row.id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}

/** Keeps a client that was given access. */
export async function markClientUsed(tx: Db, id: string, at: number): Promise<void> {
  await tx.updateTable('oauth_clients').set({ used_at: at }).where('id', '=', id).execute();
}

export type OAuthSecretKind = 'code' | 'access' | 'refresh';
export type OAuthSecret = {
  readonly hash: string;
  readonly kind: OAuthSecretKind;
  /** The grant; null for a code that was not redeemed. */
  readonly tokenId: string | null;
  /** JSON. */
  readonly data: unknown;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
};

export async function insertOAuthSecret(tx: Db, secret: Omit<OAuthSecret, 'usedAt'>): Promise<void> {
  await tx
    .insertInto('oauth_secrets')
    .values({
      hash: secret.hash,
      kind: secret.kind,
      token_id: secret.tokenId,
      data: secret.data === null ? null : JSON.stringify(secret.data),
      created_at: secret.createdAt,
      expires_at: secret.expiresAt,
      used_at: null,
    })
    .execute();
}

/** Returns used and expired ones too. */
export async function oauthSecretByHash(db: Db, hash: string): Promise<OAuthSecret | null> {
  const row = await db.selectFrom('oauth_secrets').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (row === undefined) return null;
  return {
    hash: row.hash,
    kind: row.kind as OAuthSecretKind,
    tokenId: row.token_id,
    data: row.data === null ? null : (JSON.parse(row.data) as unknown),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

/** Marks a code or refresh token as used. False if it was used before: of two nodes that redeem it at once, one gets true. */
export async function useOAuthSecret(tx: Db, hash: string, tokenId: string, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('oauth_secrets')
    .set({ used_at: at, token_id: tokenId })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

const byAccess = prepareQuery((db, slots: { hash: string; now: number }) =>
  db
    .selectFrom('oauth_secrets')
    .innerJoin('tokens', 'tokens.id', 'oauth_secrets.token_id')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([...tokenColumns, 'users.name as owner_name', 'users.color as owner_color'])
    .where('oauth_secrets.hash', '=', slots.hash)
    .where('oauth_secrets.kind', '=', 'access')
    .where('oauth_secrets.expires_at', '>', slots.now)
    .where('users.deactivated_at', 'is', null),
);

/** The grant of an access token that has not expired. Returns revoked and expired grants too. */
export async function grantByAccessHash(db: Db, hash: string, now: number): Promise<TokenWithOwner | null> {
  const [row] = await byAccess(db, { hash, now });
  return row === undefined ? null : ownedTokenOf(row);
}
