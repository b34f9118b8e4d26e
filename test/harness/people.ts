/** Accounts and tokens for tests, written like the administration writes them. */
import { hashSecret, newOAuthSecret, newTokenSecret } from '#server/access/secrets.ts';
import { newId } from '#schema/ids.ts';
import type { Level, TokenAccess, TokenFence } from '#schema/access.ts';
import { putMember } from '#storage/members.ts';
import { insertOAuthSecret } from '#storage/oauth.ts';
import type { Storage } from '#storage/storage.ts';
import { insertToken } from '#storage/tokens.ts';
import { insertUser } from '#storage/users.ts';

export type TestAccount = { readonly id: string; readonly name: string; readonly color: string; readonly token: string };

export async function addPerson(storage: Storage, name: string, access: TokenAccess = 'full'): Promise<TestAccount> {
  const at = Date.now();
  const id = newId('user', at);
  const color = '#1d4ed8';
  await storage.transact((tx) => insertUser(tx, { id, name, color, email: null, passwordHash: null, createdAt: at }));
  return { id, name, color, token: await addToken(storage, id, { access }) };
}

/** The secret of a new token. `expiresAt` in ms. */
export async function addToken(
  storage: Storage,
  userId: string,
  {
    access = 'full',
    expiresAt = null,
    fence = null,
  }: { access?: TokenAccess; expiresAt?: number | null; fence?: TokenFence | null } = {},
): Promise<string> {
  const at = Date.now();
  const secret = newTokenSecret();
  const token = { id: newId('tok', at), userId, name: 'test', access, documents: null, hash: hashSecret(secret), fence };
  await storage.transact((tx) => insertToken(tx, { ...token, createdAt: at, lastUsedAt: null, expiresAt, revokedAt: null }));
  return secret;
}

/** A grant of a client, and an access token of it. */
export async function addGrant(storage: Storage, userId: string): Promise<{ readonly id: string; readonly accessToken: string }> {
  const at = Date.now();
  const id = newId('tok', at);
  const accessToken = newOAuthSecret('access');
  const expiresAt = at + 3_600_000;
  const client = { id: 'https://claude.ai/client.json', name: 'Claude', host: 'claude.ai' };
  const grant = { id, userId, name: 'Claude', access: 'full', documents: null, hash: `grant:${id}`, client } as const;
  const secret = { hash: hashSecret(accessToken), kind: 'access', tokenId: id, data: null, createdAt: at, expiresAt } as const;
  await storage.transact(async (tx) => {
    await insertToken(tx, { ...grant, createdAt: at, lastUsedAt: null, expiresAt, revokedAt: null });
    await insertOAuthSecret(tx, secret);
  });
  return { id, accessToken };
}

export async function addMember(storage: Storage, documentId: string, userId: string, level: Level): Promise<void> {
  await storage.transact((tx) => putMember(tx, { documentId, userId, level, tabs: null, at: Date.now() }));
}
