/** accounts: people, tokens, sessions. */
import { describe, expect, test } from 'vitest';

import {
  deleteSession,
  deleteSessionsOf,
  guestByHash,
  insertGuest,
  insertSession,
  insertSignInCode,
  sessionByHash,
  takeSignInCode,
} from '../sessions.ts';
import { insertToken, listTokens, revokeToken, tokenByHash, touchTokens } from '../tokens.ts';
import { insertUser, listUsers, setPassword, userByEmail, userById } from '../users.ts';
import { awkward, type ContractDatabase, hash, person } from './contract-database.ts';

export function accountsContract(ground: ContractDatabase): void {
  describe('accounts', () => {
    test('an e-mail address is taken once, whatever its case', async () => {
      const one = { ...person(ground.newId('user')), email: 'Ada@Example.org', passwordHash: 'h' };
      expect(await ground.storage.transact((tx) => insertUser(tx, one))).toBe(true);
      expect(
        await ground.storage.transact((tx) => insertUser(tx, { ...one, id: ground.newId('user'), email: 'ada@example.ORG' })),
      ).toBe(false);
      expect(await userByEmail(ground.storage.db, 'ADA@example.org')).toEqual({ ...one, email: 'ada@example.org' });
      expect(await userById(ground.storage.db, one.id)).toMatchObject({ id: one.id });
      expect(await userById(ground.storage.db, 'user_none')).toBeNull();
      expect(await ground.storage.transact((tx) => setPassword(tx, one.id, 'h2'))).toBe(true);
      expect(await ground.storage.transact((tx) => setPassword(tx, 'user_none', 'h2'))).toBe(false);
      expect((await userById(ground.storage.db, one.id))?.passwordHash).toBe('h2');
      expect((await listUsers(ground.storage.db)).map(({ id }) => id)).toContain(one.id);
    });

    test('tokens are found by hash with their owner, listed until revoked, and note their last use', async () => {
      const { userId } = await ground.newDocument();
      const token = {
        id: ground.newId('tok'),
        userId,
        name: 'ci',
        access: 'read' as const,
        documents: ['doc_1'],
        hash: hash(userId),
        createdAt: 1,
        lastUsedAt: null,
        expiresAt: 99,
        revokedAt: null,
      };
      await ground.storage.transact((tx) => insertToken(tx, token));
      expect(await tokenByHash(ground.storage.db, token.hash)).toEqual({ ...token, owner: { name: 'Ada', color: '#c2410c' } });
      expect(await tokenByHash(ground.storage.db, hash('x'))).toBeNull();
      await ground.storage.transact((tx) => touchTokens(tx, new Map([[token.id, 50]])));
      await ground.storage.transact((tx) => touchTokens(tx, new Map([[token.id, 40]])));
      expect(await listTokens(ground.storage.db, userId)).toEqual([{ ...token, lastUsedAt: 50 }]);
      expect(await ground.storage.transact((tx) => revokeToken(tx, token.id, 'user_other', 7))).toBe(false);
      expect(await ground.storage.transact((tx) => revokeToken(tx, token.id, userId, 7))).toBe(true);
      expect(await ground.storage.transact((tx) => revokeToken(tx, token.id, null, 8))).toBe(false);
      expect(await listTokens(ground.storage.db, userId)).toEqual([]);
      expect(await tokenByHash(ground.storage.db, token.hash)).toMatchObject({ revokedAt: 7 });
    });

    test('sessions, guests and sign-in codes end at their time', async () => {
      const { documentId, userId } = await ground.newDocument();
      const session = { hash: hash(`s${userId}`), userId, createdAt: 1, expiresAt: 10 };
      const guest = {
        hash: hash(`g${userId}`),
        guestId: 'guest_1',
        documentId,
        linkId: 'link_1',
        name: awkward,
        color: '#000000',
        createdAt: 1,
        expiresAt: 10,
      };
      await ground.storage.transact(async (tx) => {
        await insertSession(tx, session);
        await insertSession(tx, { ...session, hash: hash(`s2${userId}`) });
        await insertGuest(tx, guest);
        await insertSignInCode(tx, session);
      });
      expect(await sessionByHash(ground.storage.db, session.hash, 9)).toEqual({
        ...session,
        user: { name: 'Ada', color: '#c2410c' },
      });
      expect(await sessionByHash(ground.storage.db, session.hash, 10)).toBeNull();
      expect(await guestByHash(ground.storage.db, guest.hash, 9)).toEqual(guest);
      expect(await guestByHash(ground.storage.db, guest.hash, 10)).toBeNull();
      expect(await ground.storage.transact((tx) => takeSignInCode(tx, session.hash, 9))).toBe(userId);
      expect(await ground.storage.transact((tx) => takeSignInCode(tx, session.hash, 9))).toBeNull();
      await ground.storage.transact((tx) => insertSignInCode(tx, session));
      expect(await ground.storage.transact((tx) => takeSignInCode(tx, session.hash, 10))).toBeNull();
      expect(await ground.storage.transact((tx) => deleteSession(tx, session.hash))).toBe(true);
      expect(await ground.storage.transact((tx) => deleteSession(tx, session.hash))).toBe(false);
      await ground.storage.transact((tx) => deleteSessionsOf(tx, userId));
      expect(await sessionByHash(ground.storage.db, hash(`s2${userId}`), 9)).toBeNull();
    });
  });
}
