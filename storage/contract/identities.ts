/** identities: who a provider of OpenID Connect vouches for. */
import { describe, expect, test } from 'vitest';

import { linkIdentity, userOfIdentity } from '../identities.ts';
import { openStorage } from '../storage.ts';
import { insertUser } from '../users.ts';
import { awkward, type ContractDatabase, person } from './contract-database.ts';

export function identitiesContract(ground: ContractDatabase): void {
  describe('identities', () => {
    const issuer = 'https://id.example.org';
    const newUser = async (): Promise<string> => {
      const userId = ground.newId('user');
      await ground.storage.transact((tx) => insertUser(tx, person(userId)));
      return userId;
    };

    test('one is somebody’s once, whoever links it later; issuer and subject count as they are written', async () => {
      const [one, other] = [await newUser(), await newUser()];
      const link = (subject: string, userId: string, by = issuer) =>
        ground.storage.transact((tx) => linkIdentity(tx, { issuer: by, subject, userId, createdAt: 1 }));
      const owner = (subject: string, by = issuer) => userOfIdentity(ground.storage.db, { issuer: by, subject });
      expect(await link('ada', one)).toBe(true);
      expect(await link('ada', other)).toBe(false);
      expect(await link('Ada', other)).toBe(true);
      expect(await link('ada', other, `${issuer}/`)).toBe(true);
      expect(await link(awkward, one)).toBe(true);
      expect(await Promise.all([owner('ada'), owner('Ada'), owner('ada', `${issuer}/`), owner(awkward)])).toEqual([one, other, other, one]); // prettier-ignore
      expect(await Promise.all([owner('ADA'), owner('ada '), owner('')])).toEqual([null, null, null]);
    });

    test('of many who link it at once, on two nodes, one does', async () => {
      const users = await Promise.all(Array.from({ length: 6 }, newUser));
      const node = await openStorage(ground.config);
      const linked = await Promise.all(
        users.map((userId, at) =>
          (at % 2 === 0 ? ground.storage : node).transact((tx) =>
            linkIdentity(tx, { issuer, subject: 'many', userId, createdAt: at }),
          ),
        ),
      );
      expect(linked.filter((done) => done)).toHaveLength(1);
      expect(await userOfIdentity(ground.storage.db, { issuer, subject: 'many' })).toBe(users[linked.indexOf(true)]);
      await node.close();
    });
  });
}
