/** access: members, share links, tickets. */
import { describe, expect, test } from 'vitest';

import { deleteMember, documentAccess, listMembers, membershipOf, putMember } from '../members.ts';
import { insertShareLink, listShareLinks, revokeShareLink, shareLinkById, shareLinkBySecret } from '../share-links.ts';
import { openStorage, type Storage } from '../storage.ts';
import { insertTicket, takeTicket } from '../tickets.ts';
import { insertUser } from '../users.ts';
import { hash, person, type ContractDatabase } from './contract-database.ts';

export function accessContract(ground: ContractDatabase): void {
  describe('access', () => {
    test('members: the owner is one, a level and tabs can be changed, one can leave', async () => {
      const { documentId, userId } = await ground.newDocument();
      const other = ground.newId('user');
      await ground.storage.transact(async (tx) => {
        await insertUser(tx, person(other));
        await putMember(tx, { documentId, userId: other, level: 'viewer', tabs: null, at: 9 });
        await putMember(tx, { documentId, userId: other, level: 'editor', tabs: ['tab_1'], at: 10 });
      });
      expect(await membershipOf(ground.storage.db, documentId, userId)).toEqual({ level: 'owner', tabs: null });
      expect(await membershipOf(ground.storage.db, documentId, other)).toEqual({ level: 'editor', tabs: ['tab_1'] });
      expect(await documentAccess(ground.storage.db, documentId, other)).toEqual({
        ownerId: userId,
        deletedAt: null,
        membership: { level: 'editor', tabs: ['tab_1'] },
      });
      expect(await listMembers(ground.storage.db, documentId)).toEqual([
        { user: { id: userId, name: 'Ada', color: '#c2410c' }, level: 'owner' },
        { user: { id: other, name: 'Ada', color: '#c2410c' }, level: 'editor', tabs: ['tab_1'] },
      ]);
      expect(await ground.storage.transact((tx) => deleteMember(tx, documentId, other))).toBe(true);
      expect(await ground.storage.transact((tx) => deleteMember(tx, documentId, other))).toBe(false);
      expect(await documentAccess(ground.storage.db, documentId, other)).toMatchObject({ membership: null });
      expect(await documentAccess(ground.storage.db, 'doc_none', other)).toBeNull();
    });

    test('share links are found by secret and by document and id, and end when revoked', async () => {
      const { documentId, userId } = await ground.newDocument();
      const link = {
        id: ground.newId('link'),
        documentId,
        secret: `s-${documentId}`,
        level: 'editor' as const,
        tabs: ['tab_1'],
        createdBy: userId,
        createdAt: 1,
        expiresAt: null,
        revokedAt: null,
      };
      await ground.storage.transact((tx) => insertShareLink(tx, link));
      expect(await shareLinkBySecret(ground.storage.db, link.secret)).toEqual(link);
      expect(await shareLinkBySecret(ground.storage.db, link.secret.toUpperCase())).toBeNull();
      expect(await shareLinkById(ground.storage.db, documentId, link.id)).toEqual(link);
      expect(await shareLinkById(ground.storage.db, 'doc_none', link.id)).toBeNull();
      expect(await listShareLinks(ground.storage.db, documentId)).toEqual([link]);
      expect(await ground.storage.transact((tx) => revokeShareLink(tx, 'doc_none', link.id, 5))).toBe(false);
      expect(await ground.storage.transact((tx) => revokeShareLink(tx, documentId, link.id, 5))).toBe(true);
      expect(await ground.storage.transact((tx) => revokeShareLink(tx, documentId, link.id, 6))).toBe(false);
      expect(await listShareLinks(ground.storage.db, documentId)).toEqual([]);
      expect(await shareLinkBySecret(ground.storage.db, link.secret)).toMatchObject({ revokedAt: 5 });
    });

    test('a ticket is taken once, also by many at once, and not after its time', async () => {
      const { documentId } = await ground.newDocument();
      const ticket = {
        hash: hash('t'),
        documentId,
        actor: { kind: 'person' },
        access: { level: 'editor' },
        createdAt: 1,
        expiresAt: 10,
      };
      const node = await openStorage(ground.config);
      const take = (on: Storage, now: number) => on.transact((tx) => takeTicket(tx, ticket.hash, now));
      await ground.storage.transact((tx) => insertTicket(tx, ticket));
      const taken = await Promise.all(Array.from({ length: 8 }, (_, i) => take(i % 2 === 0 ? ground.storage : node, 9)));
      expect(taken.filter((one) => one !== null)).toEqual([ticket]);
      await ground.storage.transact((tx) => insertTicket(tx, ticket));
      expect(await take(ground.storage, 10)).toBeNull();
      expect(await take(ground.storage, 9)).toBeNull();
      await node.close();
    });
  });
}
