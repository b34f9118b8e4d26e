import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Edit } from '#schema/changeset.ts';
import { newId } from '#schema/ids.ts';
import { ProblemError } from '#schema/problem.ts';
import type { AgentActor } from '#server/access/actor.ts';
import { insertDocument } from '#storage/documents.ts';
import { addImageUses, insertImage, placedIn, removeFromGallery } from '#storage/images.ts';
import { deleteMember, putMember } from '#storage/members.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { recordPlacements } from './placing.ts';

let folder: TemporaryFolder;
let storage: Storage;
beforeAll(async () => {
  folder = temporaryFolder('placing');
  storage = await openStorage({ dataDir: folder.path });
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

const agent = (userId: string): AgentActor =>
  ({ kind: 'agent', userId, name: 'Ada', color: '#c2410c', tokenId: 'tok_1', access: 'full', documents: null }) as const;

async function person(): Promise<string> {
  const id = newId('user');
  const values = { id, name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 };
  await storage.transact((tx) => insertUser(tx, values));
  return id;
}
async function document(ownerId: string): Promise<string> {
  const id = newId('doc');
  await storage.transact((tx) => insertDocument(tx, { id, name: 'Plans', ownerId, at: 1 }));
  return id;
}
async function image(ownerId: string): Promise<string> {
  const id = newId('img');
  const seen = { scope: '', hash: id.padEnd(64, '0'), contentType: 'image/png', byteSize: 1, width: 1, height: 1 } as const;
  await storage.transact((tx) => insertImage(tx, { id, ownerId, ...seen, originalName: null, createdAt: 1, deletedAt: null }));
  return id;
}
const editsPlacing = (imageId: string): Edit[] => [
  {
    id: 'a~00000001',
    before: null,
    after: { type: 'image', id: 'a~00000001', z: 'a0', x: 0, y: 0, width: 1, height: 1, imageId },
  },
];
const place = (userId: string, documentId: string, imageId: string): Promise<void> =>
  storage.transact((tx) =>
    recordPlacements(tx, {
      actor: agent(userId),
      documentId,
      edits: editsPlacing(imageId),
      references: new Set([imageId]),
      at: 2,
    }),
  );

test('an image removed from the gallery during the call cannot be placed', async () => {
  const ada = await person();
  const [documentId, kept, removed] = [await document(ada), await image(ada), await image(ada)];
  await place(ada, documentId, kept);
  await storage.transact((tx) => removeFromGallery(tx, removed, 1));
  await expect(place(ada, documentId, removed)).rejects.toThrow(ProblemError);
  expect(await placedIn(storage.db, documentId, [kept, removed])).toEqual(new Set([kept]));
});

test('an image seen in a document cannot be placed after the membership in it has ended', async () => {
  const [ada, grace] = [await person(), await person()];
  const [shared, hers, id] = [await document(ada), await document(grace), await image(ada)];
  await storage.transact((tx) => addImageUses(tx, shared, [id], 1));
  await storage.transact((tx) => putMember(tx, { documentId: shared, userId: grace, level: 'viewer', tabs: null, at: 1 }));
  await place(grace, hers, id);
  const other = await document(grace);
  await storage.transact((tx) => deleteMember(tx, shared, grace));
  await storage.transact((tx) => deleteMember(tx, hers, grace));
  await expect(place(grace, other, id)).rejects.toMatchObject({ problem: { code: 'invalid_value' } });
});
