import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';
import { restoreIn } from '#server/operations/restore-document.ts';

let server: TestServer;
let ada: TestPerson;
let ben: TestPerson;
let source: { readonly id: string; readonly tab: string };
let before: number;

const get = (path: string, token: string) => server.call('GET', path, { token });
const draw = (operations: string) =>
  server.call('POST', `/documents/${source.id}/tabs/${source.tab}/changesets`, { token: ada.token, body: { operations } });
const restoreAt = (time: number, documentId = source.id) =>
  restoreIn(server.context.storage, { documentId, time, now: Date.now(), pastDays: 30 });

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.addPerson('Ada'), await server.addPerson('Ben')];
  source = await server.addDocument(ada.token, 'Plan');
  await server.call('PUT', `/documents/${source.id}/members/${ben.id}`, { token: ada.token, body: { level: 'editor' } });
  await draw('add square "Kept" id=kept at:0,0');
  await server.call('POST', `/documents/${source.id}/tabs/${source.tab}/comments`, {
    token: ada.token,
    body: { elementId: 'kept', text: 'a comment' },
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  before = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await draw('rm kept')).status).toBe(201);
});
afterAll(() => server.close());

describe('restoring a document', () => {
  test('OPS30 the moment becomes a new document with the same owner, members and comments, while the server runs', async () => {
    const destroyed = (await get(`/documents/${source.id}/tabs/${source.tab}`, ada.token)).json;
    const restored = await restoreAt(before);
    expect(restored).toMatchObject({ restoredFrom: source.id, tabs: [{ id: source.tab, elements: 1 }] });
    expect(restored.name).toMatch(/^Plan \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/);
    for (const { token } of [ada, ben])
      expect((await get(`/documents/${restored.document}/tabs/${source.tab}`, token)).json.elements).toMatchObject([
        { label: 'Kept' },
      ]);
    expect((await get(`/documents/${restored.document}`, ada.token)).json).toMatchObject({
      access: 'owner',
      name: restored.name,
    });
    expect((await get(`/documents/${restored.document}/tabs/${source.tab}?view=comments`, ada.token)).text).toContain(
      'a comment',
    );
    expect((await get(`/documents/${source.id}/tabs/${source.tab}`, ada.token)).json).toEqual(destroyed);
    const audit = await server.context.storage.db.selectFrom('audit').select(['action', 'subject']).where('document_id', '=', restored.document).execute(); // prettier-ignore
    expect(audit).toEqual([{ action: 'document.restore-moment', subject: source.id }]);
  });

  test('OPS30 a document in the trash is restored as well', async () => {
    await server.call('DELETE', `/documents/${source.id}`, { token: ada.token });
    const { document } = await restoreAt(before);
    expect((await get(`/documents/${document}`, ada.token)).status).toBe(200);
    await server.call('POST', `/documents/${source.id}/restore`, { token: ada.token });
  });

  test('OPS30 a moment that is not kept, and an unknown document, are refused', async () => {
    await expect(restoreAt(1_000)).rejects.toThrow('is not kept');
    await expect(restoreAt(before, 'doc_none')).rejects.toThrow('There is no document doc_none.');
  });
});
