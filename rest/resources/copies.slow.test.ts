import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { appendJournal } from '#storage/journal.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;
let documentId: string;
let tab: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ada, grace] = [await server.addPerson('Ada'), await server.addPerson('Grace')];
  ({ id: documentId, tab } = await server.addDocument(ada.token));
  await server.call('PUT', `/documents/${documentId}/members/${grace.id}`, { token: ada.token, body: { level: 'viewer' } });
});

const post = (path: string, body: object = {}, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', path, { token, body });
const get = (path: string, token = grace.token): Promise<TestAnswer> => server.call('GET', path, { token });
const copy = (token = grace.token, body: object = {}): Promise<TestAnswer> => post(`/documents/${documentId}/copy`, body, token);
const edit = (operations: unknown): Promise<TestAnswer> =>
  post(`/documents/${documentId}/tabs/${tab}/changesets`, { operations });

describe('copying a document', () => {
  test('APP38 a copy has everything that a reader sees, with its ids, and is independent of its source', async () => {
    await edit('add square id=cart label=Cart\nadd plan-board label=Sprint\nadd square id=gone label=Secret');
    await post(`/documents/${documentId}/tabs/${tab}/comments`, { elementId: 'cart', text: 'Hello' });
    await post(`/documents/${documentId}/tabs/${tab}/comments`, { elementId: 'gone', text: 'A secret' });
    await edit('rm gone');
    const first = await post(`/documents/${documentId}/items`, { type: 'task', fields: { title: 'One' } });
    const dropped = await post(`/documents/${documentId}/items`, { type: 'task', fields: { title: 'Two' } });
    await server.call('DELETE', `/documents/${documentId}/items/${dropped.json.item.id}`, { token: ada.token });
    await post(`/documents/${documentId}/sheets`, { tabId: tab, title: 'Sums' });
    await post(`/documents/${documentId}/tabs`, { name: 'More', operations: 'add circle label=B' });

    const made = await copy();
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: 'Copy of Plans', access: 'owner', owner: { name: 'Grace' } });
    expect(made.json.id).not.toBe(documentId);
    expect(made.headers.get('location')).toBe(`${server.origin}/api/v1/documents/${made.json.id}`);
    const there = `/documents/${made.json.id}`;
    expect((await get(there)).json).toEqual(made.json);
    expect(made.json.tabs).toMatchObject([
      { id: tab, rev: 0, elements: 2 },
      { name: 'More', rev: 0 },
    ]);
    for (const path of [`/tabs/${tab}?view=outline`, '/comments?status=all', '/items', '/sheets']) {
      const [source, copied] = [await get(`/documents/${documentId}${path}`), await get(`${there}${path}`)];
      const plain = ({ text, json }: TestAnswer): unknown =>
        json === undefined
          ? text.replace(/rev \d+/, '')
          : { ...json, rev: 0, sheets: json.sheets?.map((one: object) => ({ ...one, rev: 0 })) };
      expect(plain(copied), path).toEqual(plain(source));
    }
    expect((await get(`${there}/changesets`)).json.changesets).toEqual([]);
    expect((await get(`${there}/members`)).json.members).toMatchObject([{ user: { name: 'Grace' } }]);
    expect((await get(there, ada.token)).json.code).toBe('document_not_found');
    // Card numbers are never reused, not even in the copy.
    const next = await post(`${there}/items`, { type: 'task', fields: { title: 'Three' } }, grace.token);
    expect(next.json.item.key).toBeGreaterThan(dropped.json.item.key);
    expect(first.json.item.key).toBe(1);
    await post(`${there}/tabs/${tab}/changesets`, { operations: 'set cart label=Basket' }, grace.token);
    expect((await get(`/documents/${documentId}/tabs/${tab}?view=outline`)).text).toContain('Cart');
    const state = await server.context.storage.db
      .selectFrom('journal')
      .select('bytes')
      .where('document_id', '=', made.json.id)
      .execute();
    expect(Buffer.concat(state.map(({ bytes }) => bytes)).includes('ecret')).toBe(false);
  });

  test('APP39 the copy shows images and themes to its readers', async () => {
    const body = new Uint8Array(readFileSync(new URL('../../core/images/samples/plain.png', import.meta.url)));
    const { image } = (await server.call('POST', '/images', { token: ada.token, body, headers: { 'Content-Type': 'image/png' } }))
      .json;
    await edit([{ op: 'add', element: { type: 'image', imageId: image.id, x: 0, y: 0, width: 40, height: 30 } }]);
    const { theme } = (await post('/custom-themes', { name: 'House', definition: { backgroundColor: '#102030' } })).json;
    await server.call('PATCH', `/documents/${documentId}/tabs/${tab}`, { token: ada.token, body: { theme: theme.id } });
    const { id } = (await copy()).json;
    await server.call('DELETE', `/documents/${documentId}`, { token: ada.token });
    expect((await get(`/images/${image.id}`)).status).toBe(200);
    const { text } = await get(`/documents/${id}/tabs/${tab}/render.svg`);
    expect([text.includes('#102030'), text.includes('data:image/png;base64')]).toEqual([true, true]);
  });

  test('APP40 a document that is too large to copy is refused, and nothing is left behind', async () => {
    const { storage } = server.context;
    const before = (await get('/documents')).json.documents.length;
    const bytes = new Uint8Array(limits.copyBytes);
    const { seq } = await storage.db.selectFrom('documents').select('seq').where('id', '=', documentId).executeTakeFirstOrThrow();
    const row = { documentId, seq: seq + 1, writeId: 'w_large', kind: 'server', actor: null, bytes, at: 1 } as const;
    await storage.transact((tx) => appendJournal(tx, row));
    const { status, json } = await copy();
    expect([status, json.code]).toEqual([422, 'work_limit_exceeded']);
    expect((await get('/documents')).json.documents).toHaveLength(before);
  });

  test('the caller names the copy, or its name says what it is a copy of', async () => {
    expect((await copy(grace.token, { name: 'Mine' })).json.name).toBe('Mine');
    await server.call('PATCH', `/documents/${documentId}`, { token: ada.token, body: { name: 'é'.repeat(200) } });
    expect((await copy()).json.name).toBe(`Copy of ${'é'.repeat(192)}`);
    expect((await copy(grace.token, { name: ' ' })).json.code).toBe('invalid_request');
  });

  test('readers can copy a document; read-only and limited tokens cannot', async () => {
    const stranger = await server.addPerson('Kim');
    expect((await copy(stranger.token)).json.code).toBe('document_not_found');
    expect((await copy(await server.addToken(grace.id, { access: 'read' }))).json.code).toBe('token_read_only');
    expect((await copy(await server.addToken(grace.id, { documents: [documentId] }))).json.code).toBe('access_denied');
    const headers = { 'Idempotency-Key': 'copy' };
    const twice = [1, 2].map(() =>
      server.call('POST', `/documents/${documentId}/copy`, { token: grace.token, body: {}, headers }),
    );
    const [one, two] = await Promise.all(twice);
    expect(one?.json.id).toBe(two?.json.id);
  });
});
