/** people: accounts and tokens for tests, written as the administration writes them. */
import { hashSecret, newTokenSecret } from '#server/access/secrets.ts';
import { newId } from '#schema/ids.ts';
import type { Level } from '#schema/access.ts';
import { putMember } from '#storage/members.ts';
import type { Storage } from '#storage/storage.ts';
import { insertToken } from '#storage/tokens.ts';
import { insertUser } from '#storage/users.ts';

export type Somebody = { readonly id: string; readonly name: string; readonly color: string; readonly token: string };

export async function addPerson(storage: Storage, name: string, access: 'full' | 'read' = 'full'): Promise<Somebody> {
  const at = Date.now();
  const id = newId('user', at);
  const token = newTokenSecret();
  const color = '#1d4ed8';
  await storage.transact(async (tx) => {
    await insertUser(tx, { id, name, color, email: null, passwordHash: null, createdAt: at });
    await insertToken(tx, {
      id: newId('tok', at),
      userId: id,
      name: 'test',
      access,
      documents: null,
      hash: hashSecret(token),
      createdAt: at,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });
  });
  return { id, name, color, token };
}

export async function addMember(storage: Storage, documentId: string, userId: string, level: Level): Promise<void> {
  await storage.transact((tx) => putMember(tx, { documentId, userId, level, tabs: null, at: Date.now() }));
}
