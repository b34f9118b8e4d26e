/** The contract for administrators and deactivated accounts, the audit log as they read it, and what is stored. */
import { describe, expect, test } from 'vitest';

import { sessionEnds, tokenEnds } from '../credential-ends.ts';
import { insertAudit, listAudit } from '../audit.ts';
import {
  isAdministrator,
  isDeactivated,
  listPeople,
  lockAdministrators,
  personById,
  setAdministrator,
  setDeactivated,
} from '../people.ts';
import { insertSession, sessionByHash } from '../sessions.ts';
import type { Db } from '../storage.ts';
import { insertToken, tokenByHash, tokenWithOwnerById } from '../tokens.ts';
import { storageUsage } from '../usage.ts';
import { insertUser } from '../users.ts';
import { type ContractDatabase, hash, person } from './contract-database.ts';

export function peopleContract(database: ContractDatabase): void {
  const write = <T>(work: (tx: Db) => Promise<T>): Promise<T> => database.storage.transact(work);
  const add = async (name: string, email: string | null = null): Promise<string> => {
    const id = database.newId('user');
    await write((tx) => insertUser(tx, { ...person(id), name, email }));
    return id;
  };

  describe('people', () => {
    test('are listed newest first, each once whatever the size of a page, and found in any case', async () => {
      const ids = [await add('Zoë Über', 'zoe@people.example'), await add('Ülle 100%', 'ulle@people.example'), await add('Ann', 'ann@people.example')]; // prettier-ignore
      for (const limit of [1, 2, 3, 50]) {
        const seen: string[] = [];
        let before: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof listPeople>> = await listPeople(database.storage.db, { search: 'PEOPLE.example'.toLowerCase(), before, limit }); // prettier-ignore
          seen.push(...page.people.map(({ id }) => id));
          before = page.next;
        } while (before !== null);
        expect(seen).toEqual(ids.toReversed());
      }
      const find = async (search: string) =>
        (await listPeople(database.storage.db, { search, before: null, limit: 9 })).people.map(({ name }) => name);
      expect([await find('ÜLLE'), await find('über'), await find('100%')]).toEqual([['Ülle 100%'], ['Zoë Über'], ['Ülle 100%']]);
      expect((await listPeople(database.storage.db, { search: '', before: null, limit: 1 })).people[0]?.id).toBe(ids[2]);
    });

    test('are administrators only while they are active', async () => {
      const [ada, bob] = [await add('Ada'), await add('Bob')];
      const { db } = database.storage;
      const administrators = () => write(lockAdministrators);
      expect(await administrators()).toEqual([]);
      await write(async (tx) => {
        await setAdministrator(tx, ada, true);
        await setAdministrator(tx, bob, true);
        await setDeactivated(tx, bob, 7);
      });
      expect([await administrators(), await isAdministrator(db, ada), await isAdministrator(db, bob)]).toEqual([
        [ada],
        true,
        false,
      ]);
      expect(await personById(db, bob)).toMatchObject({ isAdministrator: true, deactivatedAt: 7, hasSecondFactor: false });
      await write((tx) => setDeactivated(tx, bob, null));
      expect((await administrators()).toSorted()).toEqual([ada, bob].toSorted());
      await write(async (tx) => {
        await setAdministrator(tx, ada, false);
        await setAdministrator(tx, bob, false);
      });
      expect([await administrators(), await personById(db, 'user_none')]).toEqual([[], null]);
    });

    test('have no session and no token while they are deactivated', async () => {
      const userId = await add('Eve');
      const { db } = database.storage;
      const [session, secret, id] = [hash(`s${userId}`), hash(`t${userId}`), database.newId('tok')];
      const token = { id, userId, name: 'ci', access: 'full' as const, documents: null, hash: secret };
      await write(async (tx) => {
        await insertSession(tx, { hash: session, userId, createdAt: 1, expiresAt: 10 });
        await insertToken(tx, { ...token, createdAt: 1, lastUsedAt: null, expiresAt: null, revokedAt: null });
      });
      const found = async () =>
        [
          await sessionByHash(db, session, 5),
          await sessionEnds(db, session, 5),
          await tokenByHash(db, secret),
          await tokenWithOwnerById(db, id),
          await tokenEnds(db, id, 5),
        ].every((one) => one !== null);
      expect([await found(), await isDeactivated(db, userId)]).toEqual([true, false]);
      await write((tx) => setDeactivated(tx, userId, 5));
      expect([await found(), await isDeactivated(db, userId)]).toEqual([false, true]);
      await write((tx) => setDeactivated(tx, userId, null));
      expect([await found(), await isDeactivated(db, userId)]).toEqual([true, false]);
    });

    test('find in the audit log what they did and what was done to them, by action, page by page', async () => {
      const [ada, bob] = [await add('Ada'), await add('Bob')];
      const { db } = database.storage;
      const entry = { actorKind: 'person', tokenId: null, documentId: null, requestId: null, data: null };
      await write(async (tx) => {
        await insertAudit(tx, { ...entry, at: 1, action: 'token.create', userId: ada, subject: 'tok_1' });
        await insertAudit(tx, { ...entry, at: 2, action: 'user.create', userId: bob, subject: ada });
        await insertAudit(tx, { ...entry, at: 3, action: 'tokens.x', userId: bob, subject: null });
        await insertAudit(tx, { ...entry, at: 4, action: 'token.revoke', userId: ada, subject: 'tok_1' });
      });
      const timesOf = async (query: object) =>
        (await listAudit(db, { before: null, limit: 9, userId: ada, ...query })).entries.map(({ at }) => at);
      expect([await timesOf({}), await timesOf({ action: 'token.' }), await timesOf({ action: 'user.create' })]).toEqual([[4, 2, 1], [4, 1], [2]]); // prettier-ignore
      expect(await timesOf({ userId: bob, action: 'token' })).toEqual([3]);
      const page = await listAudit(db, { before: null, limit: 2, userId: ada });
      expect(await timesOf({ before: page.next })).toEqual([1]);
    });

    test('and documents, images and bytes are counted', async () => {
      const before = await storageUsage(database.storage.db);
      await database.newDocument();
      const after = await storageUsage(database.storage.db);
      expect([after.people - before.people, after.documents - before.documents]).toEqual([1, 1]);
      expect(after.databaseBytes).toBeGreaterThan(10_000);
    });
  });
}
