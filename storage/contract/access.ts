/** The contract for members, share links and tickets. */
import { describe, expect, test } from 'vitest';

import { deleteMember, documentAccess, listMembers, membershipOf, putMember } from '../members.ts';
import { putReaders, readersElsewhere } from '../published-readers.ts';
import {
  insertShareLink,
  listShareLinks,
  revokeShareLink,
  shareLinkByHash,
  shareLinkById,
  shareLinkBySecret,
} from '../share-links.ts';
import { openStorage, type Storage } from '../storage.ts';
import { insertTicket, takeTicket } from '../tickets.ts';
import { insertUser } from '../users.ts';
import { hash, person, type ContractDatabase } from './contract-database.ts';

export function accessContract(database: ContractDatabase): void {
  describe('access', () => {
    test('the owner is a member; members can get another level or tabs, and can leave', async () => {
      const { documentId, userId } = await database.newDocument();
      const other = database.newId('user');
      await database.storage.transact(async (tx) => {
        await insertUser(tx, person(other));
        await putMember(tx, { documentId, userId: other, level: 'viewer', tabs: null, at: 9 });
        await putMember(tx, { documentId, userId: other, level: 'editor', tabs: ['tab_1'], at: 10 });
      });
      expect(await membershipOf(database.storage.db, documentId, userId)).toEqual({ level: 'owner', tabs: null });
      expect(await membershipOf(database.storage.db, documentId, other)).toEqual({ level: 'editor', tabs: ['tab_1'] });
      expect(await documentAccess(database.storage.db, documentId, other)).toEqual({
        ownerId: userId,
        deletedAt: null,
        agents: 'write',
        membership: { level: 'editor', tabs: ['tab_1'] },
      });
      expect(await listMembers(database.storage.db, documentId)).toEqual([
        { user: { id: userId, name: 'Ada', color: '#c2410c' }, level: 'owner' },
        { user: { id: other, name: 'Ada', color: '#c2410c' }, level: 'editor', tabs: ['tab_1'] },
      ]);
      expect(await database.storage.transact((tx) => deleteMember(tx, documentId, other))).toBe(true);
      expect(await database.storage.transact((tx) => deleteMember(tx, documentId, other))).toBe(false);
      expect(await documentAccess(database.storage.db, documentId, other)).toMatchObject({ membership: null });
      expect(await documentAccess(database.storage.db, 'doc_none', other)).toBeNull();
    });

    test('share links are found by secret, and by document and id, and are not listed once revoked', async () => {
      const { documentId, userId } = await database.newDocument();
      const link = {
        id: database.newId('link'),
        documentId,
        secret: `s-${documentId}`,
        secretHash: null,
        level: 'editor' as const,
        publish: false,
        tabs: ['tab_1'],
        createdBy: userId,
        createdAt: 1,
        expiresAt: null,
        revokedAt: null,
      };
      await database.storage.transact((tx) => insertShareLink(tx, link));
      expect(await shareLinkBySecret(database.storage.db, link.secret, hash(link.secret))).toEqual(link);
      expect(await shareLinkBySecret(database.storage.db, link.secret.toUpperCase(), 'none')).toBeNull();
      expect(await shareLinkById(database.storage.db, documentId, link.id)).toEqual(link);
      expect(await shareLinkById(database.storage.db, 'doc_none', link.id)).toBeNull();
      expect(await listShareLinks(database.storage.db, documentId)).toEqual([link]);
      expect(await database.storage.transact((tx) => revokeShareLink(tx, 'doc_none', link.id, 5))).toBe(false);
      expect(await database.storage.transact((tx) => revokeShareLink(tx, documentId, link.id, 5))).toBe(true);
      expect(await database.storage.transact((tx) => revokeShareLink(tx, documentId, link.id, 6))).toBe(false);
      expect(await listShareLinks(database.storage.db, documentId)).toEqual([]);
      expect(await shareLinkBySecret(database.storage.db, link.secret, 'none')).toMatchObject({ revokedAt: 5 });
    });

    test('a link keeps whether its guests edit', async () => {
      const { documentId, userId } = await database.newDocument();
      const id = database.newId('link');
      const times = { createdAt: 1, expiresAt: null, revokedAt: null };
      const link = { id, documentId, secret: id, secretHash: hash(id), level: 'editor', publish: false, tabs: null, createdBy: userId, ...times } as const; // prettier-ignore
      await database.storage.transact((tx) => insertShareLink(tx, { ...link, guests: true }));
      expect(await shareLinkById(database.storage.db, documentId, id)).toEqual({ ...link, guests: true });
      const older = database.newId('link');
      await database.storage.transact((tx) =>
        insertShareLink(tx, { ...link, id: older, secret: older, secretHash: hash(older) }),
      );
      expect((await shareLinkById(database.storage.db, documentId, older))?.guests).toBeUndefined();
    });

    test('a published link is found by the hash alone, and an older node can leave its column out', async () => {
      const { documentId, userId } = await database.newDocument();
      const secretHash = hash(`published-${documentId}`);
      const link = {
        id: database.newId('link'),
        documentId,
        secret: `sealed-${documentId}`,
        secretHash,
        level: 'viewer' as const,
        publish: true,
        tabs: null,
        createdBy: userId,
        createdAt: 1,
        expiresAt: null,
        revokedAt: null,
      };
      const older = database.newId('link');
      await database.storage.transact(async (tx) => {
        await insertShareLink(tx, link);
        await tx
          .insertInto('share_links')
          .values({ id: older, document_id: documentId, secret: older, level: 'viewer', created_by: userId, created_at: 2 })
          .execute();
      });
      const { db } = database.storage;
      expect(await shareLinkByHash(db, secretHash)).toEqual(link);
      expect(await shareLinkByHash(db, hash('none'))).toBeNull();
      expect(await shareLinkBySecret(db, link.secret, 'none')).toBeNull();
      expect(await shareLinkById(db, documentId, older)).toMatchObject({ publish: false });
      expect((await listShareLinks(db, documentId)).map(({ publish }) => publish)).toEqual([true, false]);
    });

    test('the readers of a link are those that other nodes have counted lately', async () => {
      const { documentId } = await database.newDocument();
      const [first, second] = [database.newId('link'), database.newId('link')];
      const put = (node: string, counts: readonly [string, number][], at: number, staleBefore = 0): Promise<void> =>
        database.storage.transact((tx) =>
          putReaders(tx, `${node}-${documentId}`, counts.map(([linkId, readers]) => ({ linkId, documentId, readers })), {
            at,
            staleBefore,
          }),
        ); // prettier-ignore
      const count = async (node: string, since: number): Promise<object> =>
        Object.fromEntries(await readersElsewhere(database.storage.db, `${node}-${documentId}`, [first, second], since));
      await put('a', [[first, 5], [second, 1]], 100); // prettier-ignore
      await put('b', [[first, 2]], 200);
      expect(await count('c', 0)).toEqual({ [first]: 7, [second]: 1 });
      expect(await count('a', 0)).toEqual({ [first]: 2 });
      expect(await count('c', 150)).toEqual({ [first]: 2 });
      await put('a', [[second, 3]], 300);
      expect(await count('c', 0)).toEqual({ [first]: 2, [second]: 3 });
      await put('a', [], 400);
      expect(await count('c', 0)).toEqual({ [first]: 2 });
      await put('a', [[second, 4]], 500, 250);
      expect(await count('c', 0)).toEqual({ [second]: 4 });
    });

    test('a ticket is consumed once, even by concurrent calls on two nodes, and not after it expires', async () => {
      const { documentId } = await database.newDocument();
      const ticket = {
        hash: hash('t'),
        documentId,
        actor: { kind: 'person' },
        access: { level: 'editor' },
        createdAt: 1,
        expiresAt: 10,
      };
      const node = await openStorage(database.config);
      const take = (on: Storage, now: number) => on.transact((tx) => takeTicket(tx, ticket.hash, now));
      await database.storage.transact((tx) => insertTicket(tx, ticket));
      const taken = await Promise.all(Array.from({ length: 8 }, (_, i) => take(i % 2 === 0 ? database.storage : node, 9)));
      expect(taken.filter((result) => result !== null)).toEqual([ticket]);
      await database.storage.transact((tx) => insertTicket(tx, ticket));
      expect(await take(database.storage, 10)).toBeNull();
      expect(await take(database.storage, 9)).toBeNull();
      await node.close();
    });
  });
}
