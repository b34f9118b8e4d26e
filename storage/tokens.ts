/** API tokens and grants of OAuth clients. Only the hash of a secret is stored. */
import type { Selectable } from 'kysely';

import type { HandFrom, TokenAccess, TokenClient, TokenFence } from '#schema/access.ts';

import { recordAccessChange } from './access-changes.ts';
import { prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

export type StoredToken = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly access: TokenAccess;
  /** Null: every document that the owner can read. */
  readonly documents: readonly string[] | null;
  readonly hash: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly fence: TokenFence | null;
  /** The client of a grant; null: an API token. */
  readonly client: TokenClient | null;
  /** The name under which people hand it tasks, and who may; null: none. */
  readonly handle: string | null;
  readonly handFrom: HandFrom | null;
};

/** A token with the name and color of its owner. */
export type TokenWithOwner = StoredToken & { readonly owner: { readonly name: string; readonly color: string } };

/** A token to store; by default without a fence, and not a grant. It gets a handle later. */
export type TokenToStore = Omit<StoredToken, 'fence' | 'client' | 'handle' | 'handFrom'> &
  Partial<Pick<StoredToken, 'fence' | 'client'>>;

/**
 * What is stored as the hash of a secret. It differs for tokens with a fence, so that a node of a release that does not know fences
 * refuses the token.
 */
const fencedHash = (hash: string): string => `fenced:${hash}`;

export async function insertToken(tx: Db, token: TokenToStore): Promise<void> {
  const { fence = null, client = null } = token;
  await tx
    .insertInto('tokens')
    .values({
      id: token.id,
      user_id: token.userId,
      name: token.name,
      access: token.access,
      documents: token.documents === null ? null : JSON.stringify(token.documents),
      hash: fence === null ? token.hash : fencedHash(token.hash),
      created_at: token.createdAt,
      last_used_at: token.lastUsedAt,
      expires_at: token.expiresAt,
      revoked_at: token.revokedAt,
      ...(fence !== null && { fence: JSON.stringify(fence) }),
      ...(client !== null && { client: JSON.stringify(client) }),
    })
    .execute();
}

export const tokenColumns = [
  'tokens.id',
  'tokens.user_id',
  'tokens.name',
  'tokens.access',
  'tokens.documents',
  'tokens.hash',
  'tokens.created_at',
  'tokens.last_used_at',
  'tokens.expires_at',
  'tokens.revoked_at',
  'tokens.fence',
  'tokens.client',
  'tokens.handle',
  'tokens.hand_from',
] as const;

const byHash = prepareQuery((db, slots: { hash: string; fenced: string }) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([...tokenColumns, 'users.name as owner_name', 'users.color as owner_color'])
    .where('tokens.hash', 'in', [slots.hash, slots.fenced])
    .where('users.deactivated_at', 'is', null),
);

/** Returns revoked and expired tokens too, and none of a deactivated account: the caller checks `revokedAt` and `expiresAt`. */
export async function tokenByHash(db: Db, hash: string): Promise<TokenWithOwner | null> {
  const [row] = await byHash(db, { hash, fenced: fencedHash(hash) });
  return row === undefined ? null : ownedTokenOf(row);
}

export const ownedTokenOf = (row: TokenRowWithOwner): TokenWithOwner => ({
  ...tokenOf(row),
  owner: { name: row.owner_name, color: row.owner_color },
});

const ownedById = prepareQuery((db, slots: { id: string }) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([...tokenColumns, 'users.name as owner_name', 'users.color as owner_color'])
    .where('tokens.id', '=', slots.id)
    .where('users.deactivated_at', 'is', null),
);

/** Returns revoked and expired tokens too, and none of a deactivated account. */
export async function tokenWithOwnerById(db: Db, id: string): Promise<TokenWithOwner | null> {
  const [row] = await ownedById(db, { id });
  return row === undefined ? null : ownedTokenOf(row);
}

const ofUser = prepareQuery((db, slots: { userId: string; now: number }) =>
  db
    .selectFrom('tokens')
    .select(tokenColumns)
    .where('user_id', '=', slots.userId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('client', 'is', null), is('expires_at', 'is', null), is('expires_at', '>', slots.now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/**
 * A person's tokens that are not revoked, newest first. An expired token is listed until it is removed, as its program still has it; an
 * expired grant is not, as its client asks for another one.
 */
export async function listTokens(db: Db, userId: string, now: number): Promise<StoredToken[]> {
  return (await ofUser(db, { userId, now })).map(tokenOf);
}

const byId = prepareQuery((db, slots: { id: string }) =>
  db.selectFrom('tokens').select(tokenColumns).where('id', '=', slots.id).where('revoked_at', 'is', null),
);

/** Null if there is no such token, or it is revoked. */
export async function tokenById(db: Db, id: string): Promise<StoredToken | null> {
  const [row] = await byId(db, { id });
  return row === undefined ? null : tokenOf(row);
}

/** False if there is no such token, it is not the person's (`userId` null: any person's), or it is already revoked. */
export async function revokeToken(tx: Db, tokenId: string, userId: string | null, at: number): Promise<boolean> {
  let update = tx.updateTable('tokens').set({ revoked_at: at }).where('id', '=', tokenId).where('revoked_at', 'is', null);
  if (userId !== null) update = update.where('user_id', '=', userId);
  const isRevoked = (await update.returning('id').executeTakeFirst()) !== undefined;
  if (isRevoked) await recordAccessChange(tx, 'token', tokenId);
  return isRevoked;
}

/** Records the last uses of tokens, in milliseconds by token id. Callers collect uses and write them about once a minute. */
export async function touchTokens(tx: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  // All nodes lock rows in this order, so that they cannot deadlock.
  for (const [id, at] of [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .updateTable('tokens')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', at)]))
      .execute();
  }
}

type TokenRow = Selectable<Tables['tokens']>;
type TokenRowWithOwner = TokenRow & { readonly owner_name: string; readonly owner_color: string };

export const tokenOf = (row: TokenRow): StoredToken => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  access: row.access as TokenAccess,
  documents: row.documents === null ? null : (JSON.parse(row.documents) as string[]),
  hash: row.hash,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  fence: row.fence === null ? null : (JSON.parse(row.fence) as TokenFence),
  client: row.client === null ? null : (JSON.parse(row.client) as TokenClient),
  handle: row.handle,
  handFrom: row.hand_from as HandFrom | null,
});
