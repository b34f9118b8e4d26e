/** The contract for second factors and recovery codes. */
import { describe, expect, test } from 'vitest';

import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  putSecondFactor,
  replaceRecoveryCodes,
  resealSecondFactors,
  secondFactorOf,
  takeRecoveryCode,
  takeSecondFactorTry,
  useSecondFactorStep,
} from '../second-factors.ts';
import { insertSignInCode, signInCodeOwner } from '../sessions.ts';
import type { Db } from '../storage.ts';
import { awkward, type ContractDatabase, hash } from './contract-database.ts';

export function secondFactorsContract(database: ContractDatabase): void {
  const write = <T>(work: (tx: Db) => Promise<T>): Promise<T> => database.storage.transact(work);
  const newPerson = async (): Promise<string> => (await database.newDocument()).userId;
  const put = (userId: string, secret: string, createdAt: number): Promise<boolean> =>
    write((tx) => putSecondFactor(tx, { userId, secret, createdAt }));
  const confirm = (userId: string, at: number): Promise<boolean> => write((tx) => confirmSecondFactor(tx, userId, at));

  describe('second factors', () => {
    test('are replaced until they are confirmed, once, and deleted only then, with their recovery codes', async () => {
      const userId = await newPerson();
      expect([await secondFactorOf(database.storage.db, userId), await confirm(userId, 1)]).toEqual([null, false]);
      expect([await put(userId, 'first', 5), await put(userId, awkward, 6)]).toEqual([true, true]);
      const stored = { userId, secret: awkward, createdAt: 6, confirmedAt: null, lastStep: 0 };
      expect(await secondFactorOf(database.storage.db, userId)).toEqual(stored);
      expect(await write((tx) => deleteSecondFactor(tx, userId))).toBe(false);
      expect([await confirm(userId, 7), await confirm(userId, 8)]).toEqual([true, false]);
      expect(await put(userId, 'third', 9)).toBe(false);
      expect(await secondFactorOf(database.storage.db, userId)).toEqual({ ...stored, confirmedAt: 7 });
      await write((tx) => replaceRecoveryCodes(tx, userId, [hash('a')]));
      expect(await write((tx) => deleteSecondFactor(tx, userId))).toBe(true);
      expect([await secondFactorOf(database.storage.db, userId), await countRecoveryCodes(database.storage.db, userId)]).toEqual([null, 0]); // prettier-ignore
    });

    test('accept each step once, in order, and one of concurrent uses', async () => {
      const userId = await newPerson();
      await put(userId, 'secret', 1);
      const use = (step: number): Promise<boolean> => write((tx) => useSecondFactorStep(tx, userId, step));
      expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([true, false, false, true]);
      const outcomes = await Promise.all([use(9), use(9), use(9)]);
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect((await secondFactorOf(database.storage.db, userId))?.lastStep).toBe(9);
    });

    test('count tries exactly, also concurrent ones, until a right one or the end of the time', async () => {
      const userId = await newPerson();
      const take = (at: number): Promise<boolean> =>
        write((tx) => takeSecondFactorTry(tx, userId, { at, limit: 3, windowMs: 100 }));
      expect(await take(1)).toBe(false);
      await put(userId, 'secret', 1);
      const outcomes = await Promise.all([take(2), take(2), take(2), take(2), take(2)]);
      expect(outcomes.filter(Boolean)).toHaveLength(3);
      expect([await take(100), await take(101), await take(150), await take(150), await take(150)]).toEqual([false, true, true, true, false]); // prettier-ignore
      await write((tx) => useSecondFactorStep(tx, userId, 3));
      expect(await take(160)).toBe(true);
      // Another secret does not make further tries.
      await take(160);
      await put(userId, 'another', 170);
      expect([await take(171), await take(171)]).toEqual([true, false]);
      await write(async (tx) => {
        await replaceRecoveryCodes(tx, userId, [hash('r')]);
        await takeRecoveryCode(tx, userId, hash('r'));
      });
      expect(await take(172)).toBe(true);
    });

    test('have recovery codes that are used up once each, by their person only', async () => {
      const [userId, other] = [await newPerson(), await newPerson()];
      await write((tx) => replaceRecoveryCodes(tx, userId, [hash('a'), hash('b')]));
      await write((tx) => replaceRecoveryCodes(tx, other, [hash('a')]));
      const take = (code: string, by = userId): Promise<boolean> => write((tx) => takeRecoveryCode(tx, by, hash(code)));
      expect([await take('c'), await take('b', other), await take('a'), await take('a')]).toEqual([false, false, true, false]);
      expect((await Promise.all([take('b'), take('b')])).filter(Boolean)).toHaveLength(1);
      expect([await countRecoveryCodes(database.storage.db, userId), await countRecoveryCodes(database.storage.db, other)]).toEqual([0, 1]); // prettier-ignore
    });

    test('are sealed again where the key is known', async () => {
      const [userId, other] = [await newPerson(), await newPerson()];
      await put(userId, 'old', 1);
      await put(other, 'lost', 1);
      await write((tx) => resealSecondFactors(tx, (sealed) => (sealed === 'old' ? 'new' : null)));
      const secretOf = async (id: string) => (await secondFactorOf(database.storage.db, id))?.secret;
      expect([await secretOf(userId), await secretOf(other)]).toEqual(['new', 'lost']);
    });

    test('find the person of a sign-in code, which stays valid until it expires', async () => {
      const userId = await newPerson();
      const code = { hash: hash(`code${userId}`), userId, createdAt: 1, expiresAt: 10 };
      await write((tx) => insertSignInCode(tx, code));
      const owner = (at: number) => signInCodeOwner(database.storage.db, code.hash, at);
      expect([await owner(9), await owner(9), await owner(10)]).toEqual([userId, userId, null]);
      expect(await signInCodeOwner(database.storage.db, hash('none'), 9)).toBeNull();
    });
  });
}
