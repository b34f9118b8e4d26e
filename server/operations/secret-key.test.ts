import { readFileSync, statSync, writeFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { seal, sealKeyOf, unseal } from '#server/access/seal.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { addPerson } from '#test/harness/people.ts';
import { type TemporaryFolder, temporaryFolder } from '#test/harness/temporary-folder.ts';
import { insertDocument } from '#storage/documents.ts';
import { putSecondFactor, secondFactorOf } from '#storage/second-factors.ts';
import { insertWebhook, webhookById } from '#storage/webhooks.ts';

import { keyFileOf, secretKeysFor } from './secret-key.ts';

const clusterKey = 'c'.repeat(43);
const id = 'hook_0mi9k2fbq7mn4k9t1g5x';
let folder: TemporaryFolder;
let storage: Storage;
let warnings: string[];

beforeEach(async () => {
  folder = temporaryFolder('secret-key');
  storage = await openStorage({ dataDir: folder.path });
  warnings = [];
});
afterEach(() => storage.close());

const keyWith = async (secretKey: string | null = null): Promise<Uint8Array> =>
  (
    await secretKeysFor({
      config: { secretKey, storage: { dataDir: folder.path } },
      storage,
      clusterKey,
      log: { warn: (_data, message) => void warnings.push(message) },
    })
  ).key;

/** A webhook whose secret is sealed with a key. */
async function webhookSealedWith(key: Uint8Array): Promise<void> {
  const { id: userId } = await addPerson(storage, 'Ada');
  const documentId = 'doc_0mi9k2f4ab3kq8wz1c7x';
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id: documentId, name: 'Plans', ownerId: userId, at: 1 });
    await insertWebhook(tx, { id, documentId, url: 'https://a.example/', types: ['comment'], tabId: null, secret: seal(key, 'whsec_1'), createdBy: userId, createdAt: 1, position: 0, failingSince: null, disabledAt: null, disabledReason: null }); // prettier-ignore
  });
}
const sealed = async (): Promise<string> => (await webhookById(storage.db, id))!.secret;

describe('the secret key', () => {
  test('OPS20 is in a file that only the user of the server can read, and the same at every start', async () => {
    const key = await keyWith();
    const file = keyFileOf(folder.path);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(key).toEqual(sealKeyOf(readFileSync(file, 'utf8').trim()));
    expect(await keyWith()).toEqual(key);
    expect(warnings).toEqual([]);
    writeFileSync(file, '\n');
    await expect(keyWith()).rejects.toThrow('has no key');
  });

  test('OPS21 seals again what the key in the database sealed, and what the file did before SECRET_KEY was set', async () => {
    await webhookSealedWith(sealKeyOf(clusterKey));
    const fromFile = await keyWith();
    expect(unseal(fromFile, await sealed())).toBe('whsec_1');
    expect(() => unseal(sealKeyOf(clusterKey), 'x')).toThrow();
    const kept = await sealed();
    await keyWith();
    expect(await sealed()).toBe(kept);
    const fromSetting = await keyWith('s'.repeat(32));
    expect(fromSetting).toEqual(sealKeyOf('s'.repeat(32)));
    expect(unseal(fromSetting, await sealed())).toBe('whsec_1');
    // An unknown key's seal stays: the webhook says that the key has changed.
    const lost = await sealed();
    await keyWith('t'.repeat(32));
    expect(await sealed()).toBe(lost);
  });

  test('OPS21 seals the secrets of second factors again, too', async () => {
    const { id: userId } = await addPerson(storage, 'Grace');
    const secret = seal(sealKeyOf(clusterKey), 'base32');
    await storage.transact((tx) => putSecondFactor(tx, { userId, secret, createdAt: 1 }));
    const key = await keyWith('s'.repeat(32));
    expect(unseal(key, (await secondFactorOf(storage.db, userId))!.secret)).toBe('base32');
  });

  test('OPS22 on PostgreSQL it is SECRET_KEY, or else one in the database, with a warning', async () => {
    const config = { storage: { databaseUrl: 'postgres://unused', poolSize: 1 } };
    const log = { warn: (_data: object, message: string) => void warnings.push(message) };
    const options = { storage, clusterKey, log };
    const set = await secretKeysFor({ ...options, config: { ...config, secretKey: 's'.repeat(32) } });
    expect([set, warnings]).toEqual([{ key: sealKeyOf('s'.repeat(32)), earlier: [sealKeyOf(clusterKey)] }, []]);
    expect(await secretKeysFor({ ...options, config: { ...config, secretKey: null } })).toEqual({
      key: sealKeyOf(clusterKey),
      earlier: [],
    });
    expect(warnings).toEqual([expect.stringContaining('SECRET_KEY is not set')]);
  });
});
