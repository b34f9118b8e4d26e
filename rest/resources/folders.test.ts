import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Reply } from '#schema/api.ts';
import { limits } from '#schema/limits.ts';

import { startTestServer, type Sent, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.addPerson('Ada'), await server.addPerson('Bob')];
});
afterAll(() => server.close());

const names = async (query: string, sent: Sent): Promise<string[]> =>
  ((await server.call('GET', `/documents${query}`, sent)).json as Reply<'listDocuments'>).documents.map(({ name }) => name);
const folders = async (sent: Sent): Promise<[string, number][]> =>
  ((await server.call('GET', '/folders', sent)).json as Reply<'listFolders'>).folders.map(({ name, documents }) => [
    name,
    documents,
  ]);
const create = async (name: string, sent: Sent): Promise<string> =>
  (await server.call('POST', '/folders', { ...sent, body: { name } })).json.folder.id;
const place = (document: string, folder: string | null, sent: Sent) =>
  server.call('PUT', `/documents/${document}/folder`, { ...sent, body: { folder } });

describe('folders', () => {
  test('APP176 each person has their own, for shared documents too, in a session or with a token', async () => {
    const { id } = await server.addDocument(ada.token, 'Shared');
    await server.addDocument(ada.token, 'Other');
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'viewer' } });
    const [byAda, byBob] = [{ token: ada.token }, { cookie: await server.signIn(bob) }];
    const mine = await create('Mine', byAda);
    const bobs = await create('Plans', byBob);
    expect((await place(id, mine, byAda)).status).toBe(204);
    expect((await place(id, bobs, byBob)).status).toBe(204);
    expect(await names(`?folder=${mine}`, byAda)).toEqual(['Shared']);
    expect(await names('?folder=none', byAda)).toEqual(['Other']);
    expect(await names(`?folder=${mine}`, byBob)).toEqual([]);
    expect((await server.call('GET', `/documents/${id}`, byBob)).json.folder).toBe(bobs);
    expect(await folders(byAda)).toEqual([['Mine', 1]]);
    expect(await folders(byBob)).toEqual([['Plans', 1]]);
    // Another's folder is no folder.
    expect((await place(id, mine, byBob)).json.code).toBe('folder_not_found');
    expect((await server.call('DELETE', `/folders/${mine}`, byBob)).json.code).toBe('folder_not_found');
    expect((await server.call('PATCH', `/folders/${mine}`, { ...byBob, body: { name: 'x' } })).json.code).toBe(
      'folder_not_found',
    );
    expect((await server.call('GET', `/documents/${id}`, byBob)).json.folder).toBe(bobs);

    expect((await server.call('PATCH', `/folders/${mine}`, { ...byAda, body: { name: 'Work' } })).json.folder).toEqual({ id: mine, name: 'Work', documents: 1 }); // prettier-ignore
    expect((await place(id, null, byAda)).status).toBe(204);
    expect((await names('?folder=none', byAda)).toSorted()).toEqual(['Other', 'Shared']);
    expect((await server.call('GET', `/documents/${id}`, byAda)).json.folder).toBeUndefined();
  });

  test('APP176 a deleted folder leaves its documents, and their stars', async () => {
    const carl = await server.addPerson('Carl');
    const sent = { token: carl.token };
    const { id } = await server.addDocument(carl.token, 'Kept');
    const folder = await create('Old', sent);
    await place(id, folder, sent);
    await server.call('PUT', `/documents/${id}/star`, sent);
    expect((await server.call('DELETE', `/folders/${folder}`, sent)).status).toBe(204);
    expect(await folders(sent)).toEqual([]);
    expect(await names('?folder=none&starred=1', sent)).toEqual(['Kept']);
    expect((await place(id, folder, sent)).json.code).toBe('folder_not_found');
    expect((await place(id, 'trash', sent)).json.code).toBe('folder_not_found');
  });

  test('APP176 what is in the trash, or no longer shared, does not count, and is back in its folder when it comes back', async () => {
    const dan = await server.addPerson('Dan');
    const sent = { token: dan.token };
    const { id } = await server.addDocument(dan.token, 'Trashed');
    const { id: lent } = await server.addDocument(ada.token, 'Lent');
    const member = `/documents/${lent}/members/${dan.id}`;
    await server.call('PUT', member, { token: ada.token, body: { level: 'viewer' } });
    const folder = await create('All', sent);
    for (const one of [id, lent]) await place(one, folder, sent);
    expect(await folders(sent)).toEqual([['All', 2]]);
    await server.call('DELETE', `/documents/${id}`, sent);
    await server.call('DELETE', member, { token: ada.token });
    expect(await folders(sent)).toEqual([['All', 0]]);
    expect((await place(lent, null, sent)).json.code).toBe('document_not_found');
    await server.call('POST', `/documents/${id}/restore`, sent);
    expect(await names(`?folder=${folder}`, sent)).toEqual(['Trashed']);
  });

  test('APP176 tokens keep within their limits, and there is a largest number', async () => {
    const eve = await server.addPerson('Eve');
    const sent = { token: eve.token };
    const { id } = await server.addDocument(eve.token, 'Mine');
    const folder = await create('First', sent);
    const [reader, bound] = [
      await server.addToken(eve.id, { access: 'read' }),
      await server.addToken(eve.id, { documents: [id] }),
    ];
    expect((await place(id, folder, { token: reader })).json.code).toBe('token_read_only');
    expect((await server.call('POST', '/folders', { token: reader, body: { name: 'x' } })).json.code).toBe('token_read_only');
    expect(await folders({ token: reader })).toEqual([['First', 0]]);
    expect(await folders({ token: bound })).toEqual([]);
    expect((await place(id, folder, { token: bound })).json.code).toBe('folder_not_found');
    expect((await server.call('POST', '/folders', { token: bound, body: { name: 'x' } })).json.code).toBe('access_denied');
    const body = { name: 'x' };
    const answers = await Promise.all(Array.from({ length: limits.foldersPerUser }, () => server.call('POST', '/folders', { ...sent, body }))); // prettier-ignore
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.foldersPerUser - 1);
    expect(answers.find(({ status }) => status === 413)?.json).toMatchObject({ code: 'too_large', limit: limits.foldersPerUser });
    for (const name of ['', ' ', 'x'.repeat(300)])
      expect([name, (await server.call('POST', '/folders', { ...sent, body: { name } })).json.code]).toEqual([name, 'invalid_request']); // prettier-ignore
  });

  test('APP176 the list is limited to what the caller owns, or to what others do', async () => {
    const fay = await server.addPerson('Fay');
    const { id } = await server.addDocument(ada.token, 'Theirs');
    await server.call('PUT', `/documents/${id}/members/${fay.id}`, { token: ada.token, body: { level: 'owner' } });
    await server.addDocument(fay.token, 'Own');
    const sent = { token: fay.token };
    expect(await names('?owner=me', sent)).toEqual(['Own']);
    expect(await names('?owner=others', sent)).toEqual(['Theirs']);
    expect((await server.call('GET', '/documents?owner=ada', sent)).json.code).toBe('invalid_request');
  });
});
