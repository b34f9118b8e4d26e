/** The contract for people, tokens and sessions. */
import { describe, expect, test } from 'vitest';

import { accessChangesAfter, lastAccessChange } from '../access-changes.ts';
import {
  deleteSession,
  deleteSessionsOf,
  guestByHash,
  insertGuest,
  insertSession,
  listSessions,
  insertSignInCode,
  sessionByHash,
  takeSignInCode,
  touchSessions,
} from '../sessions.ts';
import { insertToken, listTokens, revokeToken, tokenByHash, tokenById, touchTokens } from '../tokens.ts';
import { changeUser, insertUser, listUsers, setPassword, userByEmail, userById } from '../users.ts';
import { awkward, type ContractDatabase, hash, person } from './contract-database.ts';

export function accountsContract(database: ContractDatabase): void {
  describe('accounts', () => {
    test('an email address is used once, whatever its case', async () => {
      const one = { ...person(database.newId('user')), email: 'Ada@Example.org', passwordHash: 'h' };
      expect(await database.storage.transact((tx) => insertUser(tx, one))).toBe(true);
      expect(
        await database.storage.transact((tx) => insertUser(tx, { ...one, id: database.newId('user'), email: 'ada@example.ORG' })),
      ).toBe(false);
      expect(await userByEmail(database.storage.db, 'ADA@example.org')).toEqual({ ...one, email: 'ada@example.org' });
      expect(await userById(database.storage.db, one.id)).toMatchObject({ id: one.id });
      expect(await userById(database.storage.db, 'user_none')).toBeNull();
      expect(await database.storage.transact((tx) => setPassword(tx, one.id, 'h2'))).toBe(true);
      expect(await database.storage.transact((tx) => setPassword(tx, 'user_none', 'h2'))).toBe(false);
      expect((await userById(database.storage.db, one.id))?.passwordHash).toBe('h2');
      expect((await listUsers(database.storage.db)).map(({ id }) => id)).toContain(one.id);
    });

    test('tokens are found by hash with their owner, are listed until revoked, and record their last use', async () => {
      const { userId } = await database.newDocument();
      const token = {
        id: database.newId('tok'),
        userId,
        name: 'ci',
        access: 'read' as const,
        documents: ['doc_1'],
        hash: hash(userId),
        createdAt: 1,
        lastUsedAt: null,
        expiresAt: 99,
        revokedAt: null,
        fence: null,
        client: null,
        handle: null,
        handFrom: null,
      };
      await database.storage.transact((tx) => insertToken(tx, token));
      expect(await tokenByHash(database.storage.db, token.hash)).toEqual({ ...token, owner: { name: 'Ada', color: '#c2410c' } });
      expect(await tokenByHash(database.storage.db, hash('x'))).toBeNull();
      await database.storage.transact((tx) => touchTokens(tx, new Map([[token.id, 50]])));
      await database.storage.transact((tx) => touchTokens(tx, new Map([[token.id, 40]])));
      expect(await listTokens(database.storage.db, userId, 100)).toEqual([{ ...token, lastUsedAt: 50 }]);
      expect(await tokenById(database.storage.db, token.id)).toEqual({ ...token, lastUsedAt: 50 });
      expect(await database.storage.transact((tx) => revokeToken(tx, token.id, 'user_other', 7))).toBe(false);
      expect(await database.storage.transact((tx) => revokeToken(tx, token.id, userId, 7))).toBe(true);
      expect(await database.storage.transact((tx) => revokeToken(tx, token.id, null, 8))).toBe(false);
      expect(await listTokens(database.storage.db, userId, 100)).toEqual([]);
      expect(await tokenById(database.storage.db, token.id)).toBeNull();
      expect(await tokenByHash(database.storage.db, token.hash)).toMatchObject({ revokedAt: 7 });
    });

    test('a token with a fence is found by its secret, and not by what releases without fences look up', async () => {
      const { userId } = await database.newDocument();
      const id = database.newId('tok');
      const fence = { documents: ['doc_1'], rate: 60 };
      const secret = hash(`fenced ${userId}`);
      const token = { id, userId, name: 'ci', access: 'full' as const, documents: ['doc_1'], hash: secret, fence };
      const times = { createdAt: 1, lastUsedAt: null, expiresAt: null, revokedAt: null };
      await database.storage.transact((tx) => insertToken(tx, { ...token, ...times }));
      expect(await tokenByHash(database.storage.db, secret)).toMatchObject({ id, fence, client: null });
      const stored = database.storage.db.selectFrom('tokens').select('hash').where('id', '=', id);
      expect((await stored.executeTakeFirstOrThrow()).hash).not.toBe(secret);
    });

    test('sessions, guests and sign-in codes expire at their time', async () => {
      const { documentId, userId } = await database.newDocument();
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
      await database.storage.transact(async (tx) => {
        await insertSession(tx, session);
        await insertSession(tx, { ...session, hash: hash(`s2${userId}`) });
        await insertGuest(tx, guest);
        await insertSignInCode(tx, session);
      });
      expect(await sessionByHash(database.storage.db, session.hash, 9)).toEqual({
        ...session,
        user: { name: 'Ada', color: '#c2410c' },
      });
      expect(await sessionByHash(database.storage.db, session.hash, 10)).toBeNull();
      expect(await guestByHash(database.storage.db, guest.hash, 9)).toEqual(guest);
      expect(await guestByHash(database.storage.db, guest.hash, 10)).toBeNull();
      expect(await database.storage.transact((tx) => takeSignInCode(tx, session.hash, 9))).toBe(userId);
      expect(await database.storage.transact((tx) => takeSignInCode(tx, session.hash, 9))).toBeNull();
      await database.storage.transact((tx) => insertSignInCode(tx, session));
      expect(await database.storage.transact((tx) => takeSignInCode(tx, session.hash, 10))).toBeNull();
      expect(await database.storage.transact((tx) => deleteSession(tx, session.hash))).toBe(true);
      expect(await database.storage.transact((tx) => deleteSession(tx, session.hash))).toBe(false);
      await database.storage.transact((tx) => deleteSessionsOf(tx, userId, hash(`s2${userId}`)));
      expect(await sessionByHash(database.storage.db, hash(`s2${userId}`), 9)).not.toBeNull();
      await database.storage.transact((tx) => deleteSessionsOf(tx, userId));
      expect(await sessionByHash(database.storage.db, hash(`s2${userId}`), 9)).toBeNull();
    });

    test('the sessions of a person are listed with their browsers and last uses', async () => {
      const { userId } = await database.newDocument();
      const { db } = database.storage;
      const [first, second] = [hash(`first${userId}`), hash(`second${userId}`)];
      await database.storage.transact(async (tx) => {
        await insertSession(tx, { hash: first, userId, createdAt: 1, expiresAt: 10 });
        await insertSession(tx, { hash: second, userId, createdAt: 2, expiresAt: 20, userAgent: awkward });
        await touchSessions(tx, new Map([[second, 7], [hash('none'), 7]])); // prettier-ignore
        await touchSessions(tx, new Map([[second, 5]])); // prettier-ignore
      });
      const newer = { hash: second, userId, createdAt: 2, expiresAt: 20, userAgent: awkward, lastUsedAt: 7 };
      const older = { hash: first, userId, createdAt: 1, expiresAt: 10, userAgent: null, lastUsedAt: null };
      expect(await listSessions(db, userId, 9, 5)).toEqual([newer, older]);
      expect(await listSessions(db, userId, 10, 5)).toEqual([newer]);
      expect(await listSessions(db, userId, 9, 1)).toEqual([newer]);
      expect(await listSessions(db, 'user_none', 9, 5)).toEqual([]);
    });

    test('a change of the name or color of a person is an access change, another password is none', async () => {
      const { userId } = await database.newDocument();
      const { db } = database.storage;
      const change = (changes: Parameters<typeof changeUser>[2], id = userId) =>
        database.storage.transact((tx) => changeUser(tx, id, changes));
      const before = await lastAccessChange(db);
      expect(await change({ passwordHash: 'hash' })).toMatchObject({ id: userId, name: 'Ada', passwordHash: 'hash' });
      expect(await accessChangesAfter(db, before, 5)).toEqual([]);
      expect(await change({ name: awkward })).toMatchObject({ name: awkward, color: '#c2410c', passwordHash: 'hash' });
      expect(await accessChangesAfter(db, before, 5)).toMatchObject([{ kind: 'user', subject: userId }]);
      expect(await change({ name: 'Eve' }, 'user_none')).toBeNull();
    });
  });
}
