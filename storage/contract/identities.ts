/** The contract for identities of OpenID Connect providers. */
import { describe, expect, test } from 'vitest';

import { linkIdentity, userOfIdentity } from '../identities.ts';
import { openStorage } from '../storage.ts';
import { insertUser } from '../users.ts';
import { awkward, type ContractDatabase, person } from './contract-database.ts';

export function identitiesContract(database: ContractDatabase): void {
  describe('identities', () => {
    const issuer = 'https://id.example.org';
    const newUser = async (): Promise<string> => {
      const userId = database.newId('user');
      await database.storage.transact((tx) => insertUser(tx, person(userId)));
      return userId;
    };

    test('an identity belongs to the first person it is linked to; issuer and subject are compared exactly', async () => {
      const [one, other] = [await newUser(), await newUser()];
      const link = (subject: string, userId: string, by = issuer) =>
        database.storage.transact((tx) => linkIdentity(tx, { issuer: by, subject, userId, createdAt: 1 }));
      const owner = (subject: string, by = issuer) => userOfIdentity(database.storage.db, { issuer: by, subject });
      expect(await link('ada', one)).toBe(true);
      expect(await link('ada', other)).toBe(false);
      expect(await link('Ada', other)).toBe(true);
      expect(await link('ada', other, `${issuer}/`)).toBe(true);
      expect(await link(awkward, one)).toBe(true);
      expect(await Promise.all([owner('ada'), owner('Ada'), owner('ada', `${issuer}/`), owner(awkward)])).toEqual([one, other, other, one]); // prettier-ignore
      expect(await Promise.all([owner('ADA'), owner('ada '), owner('')])).toEqual([null, null, null]);
    });

    test('one of several concurrent links on two nodes succeeds', async () => {
      const users = await Promise.all(Array.from({ length: 6 }, newUser));
      const node = await openStorage(database.config);
      const linked = await Promise.all(
        users.map((userId, at) =>
          (at % 2 === 0 ? database.storage : node).transact((tx) =>
            linkIdentity(tx, { issuer, subject: 'many', userId, createdAt: at }),
          ),
        ),
      );
      expect(linked.filter((isLinked) => isLinked)).toHaveLength(1);
      expect(await userOfIdentity(database.storage.db, { issuer, subject: 'many' })).toBe(users[linked.indexOf(true)]);
      await node.close();
    });
  });
}
