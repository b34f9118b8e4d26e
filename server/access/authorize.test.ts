import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Level, levels } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { isProblem } from '#schema/problem.ts';
import { insertDocument, trashDocument } from '#storage/documents.ts';
import { deleteMember, putMember } from '#storage/members.ts';
import { insertShareLink, revokeShareLink, type StoredShareLink } from '#storage/share-links.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import type { Actor, AgentActor, GuestActor, PersonActor } from './actor.ts';
import { authorize, type AuthorizeOptions } from './authorize.ts';

const folder = temporaryFolder('access');
let storage: Storage;
let owner: PersonActor;
let other: PersonActor;
let documentId: string;

beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  [owner, other] = [await person('Ada'), await person('Bob')];
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});
beforeEach(async () => {
  documentId = newId('doc');
  await storage.transact((tx) => insertDocument(tx, { id: documentId, name: 'Plans', ownerId: owner.userId, at: 1 }));
});

async function person(name: string): Promise<PersonActor> {
  const userId = newId('user');
  await storage.transact((tx) =>
    insertUser(tx, { id: userId, name, color: '#c2410c', email: null, passwordHash: null, createdAt: 1 }),
  );
  return { kind: 'person', userId, name, color: '#c2410c', sessionHash: 'x' };
}

const agentOf = ({ userId, name, color }: PersonActor, rest: Partial<AgentActor> = {}): AgentActor => ({
  kind: 'agent',
  userId,
  name,
  color,
  tokenId: 'tok',
  access: 'full',
  documents: null,
  ...rest,
});

async function guestOf(change: Partial<StoredShareLink> = {}): Promise<GuestActor> {
  const link: StoredShareLink = {
    id: newId('link'),
    documentId,
    secret: newId('link'),
    secretHash: null,
    publish: false,
    level: 'viewer',
    tabs: null,
    createdBy: owner.userId,
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
    ...change,
  };
  await storage.transact((tx) => insertShareLink(tx, link));
  return { kind: 'guest', guestId: 'guest_x', name: 'Grace', color: '#c2410c', documentId: link.documentId, linkId: link.id };
}

const join = (level: Level, tabs: string[] | null = null): Promise<void> =>
  storage.transact((tx) => putMember(tx, { documentId, userId: other.userId, level, tabs, at: 1 }));

/** The granted level, or the code of the refusal. */
async function levelFor(actor: Actor, required: Level, options?: AuthorizeOptions, id = documentId): Promise<string> {
  const access = await authorize(storage.db, actor, id, required, options);
  return isProblem(access) ? access.code : access.level;
}

describe('authorize', () => {
  test('a member has their own level and those below', async () => {
    for (const level of levels) {
      await join(level);
      for (const required of levels) {
        const expected = levels.indexOf(level) >= levels.indexOf(required) ? level : 'access_denied';
        expect(await levelFor(other, required)).toBe(expected);
        expect(await levelFor(agentOf(other), required)).toBe(expected);
      }
    }
  });

  test('[AC8] missing, unreadable and trashed documents get the same refusal', async () => {
    const missing = await authorize(storage.db, other, newId('doc'), 'owner');
    expect(await authorize(storage.db, other, documentId, 'owner')).toEqual(missing);
    await storage.transact((tx) => trashDocument(tx, documentId, 2));
    expect(await authorize(storage.db, owner, documentId, 'viewer')).toEqual(missing);
    expect(isProblem(missing) && [missing.code, missing.members]).toEqual(['document_not_found', {}]);
  });

  test('[AC9] a read-only token reads what its owner reads and writes nothing, not even what a viewer may write', async () => {
    const reader = agentOf(owner, { access: 'read' });
    expect(await levelFor(reader, 'viewer')).toBe('owner');
    expect(await levelFor(reader, 'viewer', { write: true })).toBe('token_read_only');
    expect(await levelFor(reader, 'editor')).toBe('token_read_only');
    expect(await levelFor(reader, 'owner', { write: false })).toBe('owner');
    expect(await levelFor(agentOf(other, { access: 'read' }), 'editor')).toBe('document_not_found');
  });

  test('[AC9] a token bound to documents sees only those, with its owner’s level', async () => {
    expect(await levelFor(agentOf(owner, { documents: [documentId] }), 'owner')).toBe('owner');
    expect(await levelFor(agentOf(owner, { documents: [] }), 'viewer')).toBe('document_not_found');
    expect(await levelFor(agentOf(owner, { documents: [newId('doc')] }), 'viewer')).toBe('document_not_found');
    expect(await levelFor(agentOf(other, { documents: [documentId] }), 'viewer')).toBe('document_not_found');
  });

  test('[AC10] a guest sees one document until the link ends, and is at most a participant', async () => {
    expect(await levelFor(await guestOf(), 'viewer')).toBe('viewer');
    expect(await levelFor(await guestOf(), 'participant')).toBe('access_denied');
    expect(await levelFor(await guestOf({ level: 'participant' }), 'participant')).toBe('participant');
    expect(await levelFor(await guestOf({ level: 'editor' }), 'editor')).toBe('access_denied');
    const guest = await guestOf({ expiresAt: 100 });
    expect(await levelFor(guest, 'viewer', { now: 99 })).toBe('viewer');
    expect(await levelFor(guest, 'viewer', { now: 100 })).toBe('document_not_found');
    const revoked = await guestOf();
    await storage.transact((tx) => revokeShareLink(tx, documentId, revoked.linkId, 2));
    expect(await levelFor(revoked, 'viewer')).toBe('document_not_found');
    const elsewhere = newId('doc');
    await storage.transact((tx) => insertDocument(tx, { id: elsewhere, name: 'Other', ownerId: owner.userId, at: 1 }));
    expect(await levelFor(await guestOf(), 'viewer', {}, elsewhere)).toBe('document_not_found');
    expect(await levelFor({ ...(await guestOf()), documentId: elsewhere }, 'viewer', {}, elsewhere)).toBe('document_not_found');
  });

  test('[AC10] a guest of an editor link edits only if the link says so, and within its tabs', async () => {
    const guest = await guestOf({ level: 'editor', guests: true, tabs: ['tab_a'] });
    expect(await levelFor(guest, 'editor', { tab: 'tab_a' })).toBe('editor');
    expect(await levelFor(guest, 'editor', { tab: 'tab_b' })).toBe('access_denied');
    expect(await levelFor(guest, 'owner')).toBe('access_denied');
    expect(await levelFor(await guestOf({ level: 'participant', guests: true }), 'editor')).toBe('access_denied');
    expect(await levelFor(await guestOf({ level: 'editor', guests: true, publish: true }), 'viewer')).toBe('document_not_found');
  });

  test('[AC36] a guest who edits neither proposes nor reaches the past, nor renames the document', async () => {
    const guest = await guestOf({ level: 'editor', guests: true });
    for (const action of ['changeset.apply', 'item.create', 'tab.create', 'sheet.write', 'item.comment'])
      expect(await levelFor(guest, 'editor', { action })).toBe('editor');
    for (const action of ['version.create', 'proposal.accept', 'proposal.create', 'tab.restore', 'document.rename'])
      expect(await levelFor(guest, 'editor', { action })).toBe('access_denied');
    expect(await levelFor(guest, 'editor', { action: 'changeset.apply', proposes: true })).toBe('access_denied');
  });

  test('[AC11] a member limited to tabs writes on those only; an owner is never limited', async () => {
    await join('editor', ['tab_a']);
    expect(await levelFor(other, 'editor', { tab: 'tab_a' })).toBe('editor');
    expect(await levelFor(other, 'editor', { tab: 'tab_b' })).toBe('access_denied');
    expect(await levelFor(other, 'editor', { wholeDocument: true })).toBe('access_denied');
    expect(await levelFor(other, 'editor', { tab: 'tab_a', wholeDocument: true })).toBe('access_denied');
    expect(await levelFor(other, 'viewer')).toBe('editor');
    await join('owner', ['tab_a']);
    expect(await levelFor(other, 'editor', { tab: 'tab_b', wholeDocument: true })).toBe('owner');
  });

  test('[AC12] owners who ask for it find a document in the trash, others do not', async () => {
    await join('editor');
    await storage.transact((tx) => trashDocument(tx, documentId, 2));
    expect(await levelFor(owner, 'owner', { trashed: true })).toBe('owner');
    expect(await levelFor(owner, 'owner')).toBe('document_not_found');
    expect(await levelFor(other, 'viewer', { trashed: true })).toBe('document_not_found');
  });

  test('inside a transaction, access reflects the changes of that transaction', async () => {
    await join('editor');
    await storage.transact(async (tx) => {
      expect(isProblem(await authorize(tx, other, documentId, 'editor'))).toBe(false);
      await deleteMember(tx, documentId, other.userId);
      expect(isProblem(await authorize(tx, other, documentId, 'editor'))).toBe(true);
    });
    expect(await levelFor(other, 'editor')).toBe('document_not_found');
  });
});
