import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { insertDocument } from '#storage/documents.ts';
import { insertShareLink, type StoredShareLink } from '#storage/share-links.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';
import { startPostgres } from '#test/harness/postgres.ts';

import { LinkSeals } from './link-seals.ts';
import { newLinkSecret } from './secrets.ts';

let storage: Storage;
let stop: () => Promise<void>;
let ada: TestAccount;
const documentId = newId('doc');

beforeAll(async () => {
  const postgres = await startPostgres();
  storage = await openStorage({ databaseUrl: await postgres.createDatabase() });
  stop = () => postgres.stop();
  ada = await addPerson(storage, 'Ada');
  await storage.transact((tx) => insertDocument(tx, { id: documentId, name: 'Plans', ownerId: ada.id, at: 1 }));
});
afterAll(async () => {
  await storage.close();
  await stop();
});

const key = randomBytes(32);
const sealsAt = (atMs: number): LinkSeals => new LinkSeals({ storage, now: () => atMs, key, log: { warn: () => {} } });
const hour = 3_600_000;

async function insert(stored: Pick<StoredShareLink, 'secret' | 'secretHash'>): Promise<void> {
  const rest = {
    level: 'viewer',
    publish: false,
    tabs: null,
    createdBy: ada.id,
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
  } as const;
  await storage.transact((tx) => insertShareLink(tx, { id: newId('link'), documentId, ...stored, ...rest }));
}
/** The query of the previous release. */
const previousFinds = async (secret: string): Promise<boolean> =>
  (await storage.db.selectFrom('share_links').select('id').where('secret', '=', secret).execute()).length > 0;

test('AC27 a new database stores links sealed from the start', async () => {
  expect((await sealsAt(Date.now()).stored(storage.db, newLinkSecret())).secretHash).not.toBeNull();
});

test('AC28 for a day after the update, nodes of the previous release find all links; then they are sealed', async () => {
  const updatedAt = Date.now();
  // The database was made by an earlier release, a week before.
  await storage.db
    .updateTable('migrations')
    .set({ at: updatedAt - 7 * 24 * hour })
    .where('name', 'not like', '%sealed-links')
    .execute();
  const [old, made] = [newLinkSecret(), newLinkSecret()];
  await insert({ secret: old, secretHash: null });
  const during = sealsAt(updatedAt + 23 * hour);
  await insert(await during.stored(storage.db, made));
  expect(await during.sealAll()).toBe(0);
  for (const secret of [old, made]) {
    expect(await previousFinds(secret)).toBe(true);
    expect(await during.find(storage.db, secret)).not.toBeNull();
  }
  const later = sealsAt(updatedAt + 25 * hour);
  // Two nodes at the same time.
  await Promise.all([later.sealAll(), sealsAt(updatedAt + 25 * hour).sealAll()]);
  expect((await later.stored(storage.db, newLinkSecret())).secretHash).not.toBeNull();
  for (const secret of [old, made]) {
    expect(await previousFinds(secret)).toBe(false);
    // A node that has not noticed yet finds it, too.
    expect(await during.find(storage.db, secret)).not.toBeNull();
  }
});
