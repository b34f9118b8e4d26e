import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { insertDocument } from '#storage/documents.ts';
import { insertShareLink, listShareLinks, type StoredShareLink } from '#storage/share-links.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { LinkSeals } from './link-seals.ts';
import { hashSecret, newLinkSecret } from './secrets.ts';

let folder: TemporaryFolder;
let storage: Storage;
let ada: TestAccount;
const documentId = newId('doc');

beforeAll(async () => {
  folder = temporaryFolder('seals');
  storage = await openStorage({ dataDir: folder.path });
  ada = await addPerson(storage, 'Ada');
  await storage.transact((tx) => insertDocument(tx, { id: documentId, name: 'Plans', ownerId: ada.id, at: 1 }));
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

const warnings: string[] = [];
const sealsWith = (key: Uint8Array, ...earlierKeys: Uint8Array[]): LinkSeals =>
  new LinkSeals({
    storage,
    now: Date.now,
    key,
    earlierKeys,
    log: { warn: (_data, message) => void warnings.push(message) },
  });

async function insert(stored: Pick<StoredShareLink, 'secret' | 'secretHash'>): Promise<string> {
  const id = newId('link');
  const rest = {
    level: 'viewer',
    publish: false,
    tabs: null,
    createdBy: ada.id,
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
  } as const;
  await storage.transact((tx) => insertShareLink(tx, { id, documentId, ...stored, ...rest }));
  return id;
}
const rowOf = async (id: string): Promise<StoredShareLink> =>
  (await listShareLinks(storage.db, documentId)).find((link) => link.id === id)!;

describe('share links in the database', () => {
  test('AC27 the row of a link has its secret only sealed, and what it has opens nothing', async () => {
    const seals = sealsWith(randomBytes(32));
    const secret = newLinkSecret();
    const stored = await seals.stored(storage.db, secret);
    const id = await insert(stored);
    expect(JSON.stringify(await rowOf(id))).not.toContain(secret);
    expect((await seals.find(storage.db, secret))?.id).toBe(id);
    expect(seals.reveal(await rowOf(id))).toBe(secret);
    for (const text of [stored.secret, stored.secretHash!]) expect(await seals.find(storage.db, text)).toBeNull();
  });

  test('AC34 the secret of a published link is stored under a hash that opens no other link', async () => {
    const seals = sealsWith(randomBytes(32));
    const secret = newLinkSecret();
    const stored = await seals.stored(storage.db, secret, { publish: true });
    const id = newId('link');
    const rest = { level: 'viewer', tabs: null, createdBy: ada.id, createdAt: 1, expiresAt: null, revokedAt: null } as const;
    await storage.transact((tx) => insertShareLink(tx, { id, documentId, ...stored, ...rest, publish: true }));
    expect(await seals.find(storage.db, secret)).toBeNull();
    expect(stored.secretHash).not.toBe(hashSecret(secret));
    expect((await seals.findPublished(storage.db, secret))?.id).toBe(id);
    expect(seals.reveal(await rowOf(id))).toBe(secret);
    const ordinary = newLinkSecret();
    await insert(await seals.stored(storage.db, ordinary));
    expect(await seals.findPublished(storage.db, ordinary)).toBeNull();
  });

  test('AC28 links of the previous release work before and after they are sealed', async () => {
    const seals = sealsWith(randomBytes(32));
    const secrets = Array.from({ length: 250 }, newLinkSecret);
    const ids: string[] = [];
    for (const secret of secrets) ids.push(await insert({ secret, secretHash: null }));
    expect((await seals.find(storage.db, secrets[0]!))?.id).toBe(ids[0]);
    expect(await seals.sealAll()).toBe(250);
    expect(await seals.sealAll()).toBe(0);
    for (const [index, secret] of secrets.entries()) {
      expect((await seals.find(storage.db, secret))?.id).toBe(ids[index]);
      expect(await rowOf(ids[index]!)).toMatchObject({ secretHash: hashSecret(secret) });
    }
  });

  test('AC29 with another key a link works and cannot be shown; the key before SECRET_KEY is replaced', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const secret = newLinkSecret();
    const id = await insert(await sealsWith(first).stored(storage.db, secret));
    const other = sealsWith(second);
    expect(other.reveal(await rowOf(id))).toBeNull();
    expect((await other.find(storage.db, secret))?.id).toBe(id);
    await other.sealAll();
    expect(warnings.at(-1)).toMatch(/another SECRET_KEY/);
    const changed = sealsWith(second, first);
    expect(changed.reveal(await rowOf(id))).toBe(secret);
    expect(await changed.sealAll()).toBe(1);
    expect(other.reveal(await rowOf(id))).toBe(secret);
  });
});
