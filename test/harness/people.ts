/** Accounts and tokens for tests, written like the administration writes them. */
import { hashSecret, newTokenSecret } from '#server/access/secrets.ts';
import { newId } from '#schema/ids.ts';
import type { Level, TokenAccess } from '#schema/access.ts';
import { putMember } from '#storage/members.ts';
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
  { access = 'full', expiresAt = null }: { access?: TokenAccess; expiresAt?: number | null } = {},
): Promise<string> {
  const at = Date.now();
  const secret = newTokenSecret();
  const token = { id: newId('tok', at), userId, name: 'test', access, documents: null, hash: hashSecret(secret) };
  await storage.transact((tx) => insertToken(tx, { ...token, createdAt: at, lastUsedAt: null, expiresAt, revokedAt: null }));
  return secret;
}

export async function addMember(storage: Storage, documentId: string, userId: string, level: Level): Promise<void> {
  await storage.transact((tx) => putMember(tx, { documentId, userId, level, tabs: null, at: Date.now() }));
}
