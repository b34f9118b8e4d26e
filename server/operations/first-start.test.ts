import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '#rest/server.test-support.ts';
import { lockAdministrators } from '#storage/people.ts';
import { insertUser, listUsers } from '#storage/users.ts';

import { welcome } from './first-start.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const url = 'https://atelier.example.org';

/** What a start on the server's storage prints. */
async function start(app = server.app): Promise<string[]> {
  const output: string[] = [];
  const { storage, now } = server.context;
  await welcome({ app, storage, now, url, print: (text) => void output.push(text) });
  return output;
}

const rows = async (table: 'users' | 'tokens' | 'sign_in_codes' | 'documents'): Promise<number> =>
  (await server.context.storage.db.selectFrom(table).selectAll().execute()).length;
const counts = async (): Promise<number[]> => Promise.all((['users', 'tokens', 'sign_in_codes', 'documents'] as const).map(rows));

describe('the first start', () => {
  test('[OPS9] of several nodes that start on an empty installation, one creates the account and prints it', async () => {
    const starts = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(starts.map((output) => output.length).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 2]);
    expect(await counts()).toEqual([1, 1, 1, 1]);
    expect(await start()).toEqual([]);
  });

  test('APP219 the account of the first start is the only administrator', async () => {
    await start();
    const { storage } = server.context;
    expect(await storage.transact(lockAdministrators)).toEqual((await listUsers(storage.db)).map(({ id }) => id));
  });

  test('[OPS9] an installation with an account is left alone', async () => {
    const { storage, now } = server.context;
    const user = { id: 'user_0mwopf71cc954vod2tvp', name: 'Ada', color: '#c2410c', email: null, passwordHash: null };
    await storage.transact((tx) => insertUser(tx, { ...user, createdAt: now() }));
    expect(await start()).toEqual([]);
    expect(await counts()).toEqual([1, 0, 0, 0]);
  });

  test('[OPS10] the secrets are printed even if the welcome document fails', async () => {
    const app = { ...server.app, documents: { ...server.app.documents, create: () => Promise.reject(new Error('disk full')) } };
    const output: string[] = [];
    const { storage, now } = server.context;
    await expect(welcome({ app, storage, now, url, print: (text) => void output.push(text) })).rejects.toThrow('disk full');
    expect(output.join('')).toMatch(/Page {3}https:\/\/atelier\.example\.org\/#code=\w{40}\n[^]*Token {2}atl_\w{44}\n/);
    expect((await listUsers(storage.db)).map(({ name }) => name)).toEqual(['Owner']);
  });
});
