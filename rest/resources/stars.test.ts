import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Reply } from '#schema/api.ts';

import { startTestServer, type Sent, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.addPerson('Ada'), await server.addPerson('Bob')];
});
afterAll(() => server.close());

type Listed = Reply<'listDocuments'>;
const list = async (query: string, sent: Sent): Promise<Listed['documents']> =>
  ((await server.call('GET', `/documents${query}`, sent)).json as Listed).documents;
const names = async (query: string, sent: Sent): Promise<string[]> => (await list(query, sent)).map(({ name }) => name);

describe('stars', () => {
  test('APP171 a member stars what they can see, for themselves alone, in a session or with a token', async () => {
    const { id } = await server.addDocument(ada.token, 'Shared');
    await server.addDocument(ada.token, 'Other');
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'viewer' } });
    const cookie = await server.signIn(bob);
    for (const sent of [{ cookie }, { token: bob.token }]) {
      for (let times = 0; times < 2; times += 1)
        expect((await server.call('PUT', `/documents/${id}/star`, sent)).status).toBe(204);
      expect(await names('?starred=1', sent)).toEqual(['Shared']);
      expect((await list('', sent)).map(({ starred }) => starred)).toEqual([true]);
      expect((await server.call('GET', `/documents/${id}`, sent)).json.starred).toBe(true);
      expect((await list('', { token: ada.token })).map(({ starred }) => starred)).toEqual([undefined, undefined]);
      expect(await names('?starred=1', { token: ada.token })).toEqual([]);
      for (let times = 0; times < 2; times += 1)
        expect((await server.call('DELETE', `/documents/${id}/star`, sent)).status).toBe(204);
      expect(await names('?starred=1', sent)).toEqual([]);
    }
  });

  test('APP171 whoever cannot see the document cannot star it, and loses sight of their star with the access', async () => {
    const { id } = await server.addDocument(ada.token, 'Secret');
    const path = `/documents/${id}/star`;
    const carl = await server.addPerson('Carl');
    expect((await server.call('PUT', path, { token: carl.token })).json.code).toBe('document_not_found');
    expect((await server.call('PUT', path)).json.code).toBe('unauthenticated');
    await server.call('PUT', `/documents/${id}/members/${carl.id}`, { token: ada.token, body: { level: 'viewer' } });
    expect((await server.call('PUT', path, { token: carl.token })).status).toBe(204);
    await server.call('DELETE', `/documents/${id}/members/${carl.id}`, { token: ada.token });
    expect(await names('?starred=1', { token: carl.token })).toEqual([]);
    expect((await server.call('DELETE', path, { token: carl.token })).json.code).toBe('document_not_found');
  });

  test('APP171 a token stars within its limits, and not if it only reads', async () => {
    const { id } = await server.addDocument(ada.token, 'Mine');
    const { id: other } = await server.addDocument(ada.token, 'Not for tokens');
    const token = await server.addToken(ada.id, { documents: [id] });
    expect((await server.call('PUT', `/documents/${id}/star`, { token })).status).toBe(204);
    expect((await server.call('PUT', `/documents/${other}/star`, { token })).json.code).toBe('document_not_found');
    const reader = await server.addToken(ada.id, { access: 'read' });
    expect((await server.call('DELETE', `/documents/${id}/star`, { token: reader })).json.code).toBe('token_read_only');
    expect(await names('?starred=1', { token: reader })).toEqual(['Mine']);
  });

  test('APP171 a star outlasts the trash', async () => {
    const dan = await server.addPerson('Dan');
    const { id } = await server.addDocument(dan.token, 'Back again');
    await server.call('PUT', `/documents/${id}/star`, { token: dan.token });
    await server.call('DELETE', `/documents/${id}`, { token: dan.token });
    expect(await names('?starred=1', { token: dan.token })).toEqual([]);
    expect(await names('?starred=1&trash=1', { token: dan.token })).toEqual(['Back again']);
    await server.call('POST', `/documents/${id}/restore`, { token: dan.token });
    expect(await names('?starred=1', { token: dan.token })).toEqual(['Back again']);
  });
});

describe('the order of the list', () => {
  test('APP170 documents are listed by change, opening, creation and name', async () => {
    const eve = await server.addPerson('Eve');
    const cookie = await server.signIn(eve);
    const token = { token: eve.token };
    const ids: Record<string, string> = {};
    const tick = (): void => void (server.clock.offsetMs += 1_000);
    for (const name of ['beta', 'Alpha', 'gamma']) {
      tick();
      ids[name] = (await server.addDocument(eve.token, name)).id;
    }
    tick();
    await server.call('PATCH', `/documents/${ids['beta']}`, { ...token, body: { name: 'beta 2' } });
    expect(await names('', token)).toEqual(['beta 2', 'gamma', 'Alpha']);
    expect(await names('?sort=changed', token)).toEqual(['beta 2', 'gamma', 'Alpha']);
    expect(await names('?sort=created', token)).toEqual(['gamma', 'Alpha', 'beta 2']);
    expect(await names('?sort=name', token)).toEqual(['Alpha', 'beta 2', 'gamma']);
    tick();
    // Only a person in an editor opens a document: neither a call nor a token does.
    expect((await server.call('POST', `/documents/${ids['Alpha']}/tickets`, { cookie })).status).toBe(201);
    await server.call('GET', `/documents/${ids['gamma']}`, { cookie });
    expect(await names('?sort=opened', token)).toEqual(['Alpha', 'gamma', 'beta 2']);
    const [opened, ...others] = await list('?sort=opened', token);
    expect(opened?.openedAt).toBeGreaterThan(opened!.createdAt);
    expect(others.map(({ openedAt }) => openedAt)).toEqual([undefined, undefined]);
  });

  test('APP170 a cursor continues its own order, and an order that is none is refused', async () => {
    const fay = await server.addPerson('Fay');
    for (const name of ['b', 'c', 'a.b', 'd']) await server.addDocument(fay.token, name);
    const sent = { token: fay.token };
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null && seen.length < 9) {
      const page: Listed = (await server.call('GET', `/documents?sort=name&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`, sent)).json; // prettier-ignore
      seen.push(...page.documents.map(({ name }) => name));
      cursor = page.next;
    }
    expect(seen).toEqual(['a.b', 'b', 'c', 'd']);
    const { next } = (await server.call('GET', '/documents?limit=1', sent)).json as Listed;
    for (const query of [
      `sort=name&cursor=${next}`,
      `sort=name&cursor=${Buffer.from('doc_1.a\0b').toString('base64url')}`,
      'sort=size',
      'starred=yes',
    ])
      // prettier-ignore
      expect([query, (await server.call('GET', `/documents?${query}`, sent)).json.code]).toEqual([query, 'invalid_request']);
  });
});
