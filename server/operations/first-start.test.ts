import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '#rest/server.test-support.ts';
import { insertUser, listUsers } from '#storage/users.ts';

import { welcome } from './first-start.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const url = 'https://atelier.example.org';

/** What a start on the server's storage says. */
async function start(app = server.app): Promise<string[]> {
  const said: string[] = [];
  const { storage, now } = server.context;
  await welcome({ app, storage, now, url, say: (text) => void said.push(text) });
  return said;
}

const rows = async (table: 'users' | 'tokens' | 'sign_in_codes' | 'documents'): Promise<number> =>
  (await server.context.storage.db.selectFrom(table).selectAll().execute()).length;
const counts = async (): Promise<number[]> => Promise.all((['users', 'tokens', 'sign_in_codes', 'documents'] as const).map(rows));

describe('the first start', () => {
  test('[F1] of several at once on an empty installation one makes the account and tells of it', async () => {
    const starts = await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(starts.map((said) => said.length).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 2]);
    expect(await counts()).toEqual([1, 1, 1, 1]);
    expect(await start()).toEqual([]);
  });

  test('an installation that has an account is left alone', async () => {
    const { storage, now } = server.context;
    const user = { id: 'user_0mwopf71cc954vod2tvp', name: 'Ada', color: '#c2410c', email: null, passwordHash: null };
    await storage.transact((tx) => insertUser(tx, { ...user, createdAt: now() }));
    expect(await start()).toEqual([]);
    expect(await counts()).toEqual([1, 0, 0, 0]);
  });

  test('[F2] when the welcome document fails the way in has been told', async () => {
    const app = { ...server.app, documents: { ...server.app.documents, create: () => Promise.reject(new Error('disk full')) } };
    const said: string[] = [];
    const { storage, now } = server.context;
    await expect(welcome({ app, storage, now, url, say: (text) => void said.push(text) })).rejects.toThrow('disk full');
    expect(said.join('')).toMatch(/Page {3}https:\/\/atelier\.example\.org\/#code=\w{40}\n[^]*Token {2}atl_\w{44}\n/);
    expect((await listUsers(storage.db)).map(({ name }) => name)).toEqual(['Owner']);
  });
});
