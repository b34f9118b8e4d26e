import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
afterAll(() => server.close());

const list = (query = '') => server.call('GET', `/icons${query}`, { token: ada.token });
const namesIn = (json: { icons: { name: string }[] }): string[] => json.icons.map(({ name }) => name);

describe('GET /icons', () => {
  test('IC9 finds icons by names and tags, 20 at a time, the best first', async () => {
    const { status, json } = await list('?search=database');
    expect(status).toBe(200);
    expect(json.icons[0]).toMatchObject({ name: 'database', tags: expect.arrayContaining(['storage']) });
    expect(namesIn((await list('?search=password')).json)).toContain('key-round');
    const all = (await list()).json;
    expect([namesIn(all).length, all.next]).toEqual([20, '20']);
    expect((await list('?search=no+such+icon')).json).toEqual({ icons: [], next: null });
  });

  test('IC9 pages follow each other, and end', async () => {
    const names: string[] = [];
    let cursor: string | null = '0';
    while (cursor !== null) {
      const { json } = await list(`?search=cloud&limit=7&cursor=${cursor}`);
      names.push(...namesIn(json));
      cursor = json.next;
    }
    expect(names.length).toBeGreaterThan(14);
    expect(new Set(names).size).toBe(names.length);
  });

  test('what is no page, and callers without a token, are refused', async () => {
    for (const query of ['?limit=0', '?limit=51', '?cursor=x', '?cursor=-1', '?words=a', `?search=${'x'.repeat(201)}`]) {
      const { status, json } = await list(query);
      expect([query, status, json.code]).toEqual([query, 400, 'invalid_request']);
    }
    expect((await server.call('GET', '/icons')).json.code).toBe('unauthenticated');
  });

  test('IC5 a changeset with an unknown icon is refused with names that can be used', async () => {
    const { id, tab } = await server.addDocument(ada.token, 'Plans');
    const draw = (operations: string) =>
      server.call('POST', `/documents/${id}/tabs/${tab}/changesets`, { token: ada.token, body: { operations } });
    const refused = await draw('add icon=databse "Orders" id=orders');
    expect([refused.status, refused.json.errors[0].code]).toEqual([400, 'invalid_value']);
    expect(refused.json.errors[0].hint).toContain('database');
    expect((await draw('add icon=database "Orders" id=orders')).status).toBe(201);
    const svg = await server.call('GET', `/documents/${id}/tabs/${tab}/render.svg`, { token: ada.token });
    expect(svg.text).toContain('matrix(');
  });
});
