/** The contract for members, share links and tickets. */
import { describe, expect, test } from 'vitest';

import { deleteMember, documentAccess, listMembers, membershipOf, putMember } from '../members.ts';
import { insertShareLink, listShareLinks, revokeShareLink, shareLinkById, shareLinkBySecret } from '../share-links.ts';
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
