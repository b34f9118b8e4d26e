import { afterAll, beforeAll, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

const add = (operations: string): Promise<TestAnswer> =>
  server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets`, { token: ada.token, body: { operations } });
const picture = (query = '', token = ada.token): Promise<TestAnswer> =>
  server.call('GET', `/documents/${document.id}/tabs/${document.tab}/render.svg${query}`, { token });

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  document = await server.addDocument(ada.token);
  await add('add square id=a label="One & two" at:0,0\nadd square id=b label="Elsewhere" at:1000,0\nconnect a -> b');
});
afterAll(() => server.close());

test('a tab is drawn as an SVG that is not cached, with its fonts in it', async () => {
  const { status, headers, text } = await picture();
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect(text).toContain('One &amp; two');
  expect(text).toContain('@font-face{font-family:Inter;font-weight:400;src:url(data:font/woff2;base64,d09GMg');
  expect((await picture()).text).toBe(text);
});

test('the query says theme, part and padding', async () => {
  expect((await picture('?theme=blueprint')).text).toContain('fill="#0f3663"');
  expect((await picture('?padding=0')).text).toContain('viewBox="0 0 1160 80"');
  const { text } = await picture('?elements=b&padding=10');
  expect(text).toContain('viewBox="990 -10 180 100"');
  expect(text.includes('One &amp; two')).toBe(false);
});

test('an unknown theme, element and value have their codes', async () => {
  const codes = async (query: string): Promise<unknown[]> => {
    const { status, json } = await picture(query);
    return [status, json.code];
  };
  expect(await codes('?theme=custom:none')).toEqual([404, 'theme_not_found']);
  expect(await codes('?theme=__proto__')).toEqual([404, 'theme_not_found']);
  expect(await codes('?elements=a,nowhere')).toEqual([400, 'target_not_found']);
  expect(await codes('?elements=')).toEqual([400, 'invalid_request']);
  expect(await codes('?padding=-1')).toEqual([400, 'invalid_request']);
  expect(await codes(`?padding=${limits.picturePaddingMax + 1}`)).toEqual([400, 'invalid_request']);
  expect(await codes('?scale=2')).toEqual([400, 'invalid_request']);
});

test('a viewer sees the picture, who may not read the document sees no document', async () => {
  const bob = await server.addPerson('Bob');
  expect(await picture('', bob.token)).toMatchObject({ status: 404, json: { code: 'document_not_found' } });
  await server.call('PUT', `/documents/${document.id}/members/${bob.id}`, { token: ada.token, body: { level: 'viewer' } });
  const reader = await server.addToken(bob.id, { access: 'read' });
  expect((await picture('', reader)).status).toBe(200);
  const { json } = await server.call('GET', `/documents/${document.id}/tabs/tab_${'0'.repeat(20)}/render.svg`, {
    token: ada.token,
  });
  expect(json.code).toBe('tab_not_found');
});

test('a tab that is too much to draw is refused', async () => {
  const { json } = await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Much' } });
  const operations = Array.from({ length: 201 }, (_, index) => ({
    op: 'add',
    element: { type: 'text', x: 0, y: index * 300, width: 400, height: 200, label: 'word '.repeat(2_000) },
  }));
  const path = `/documents/${document.id}/tabs/${json.tab.id}`;
  const made = await server.call('POST', `${path}/changesets`, { token: ada.token, body: { operations } });
  expect(made.status).toBe(201);
  const refused = await server.call('GET', `${path}/render.svg`, { token: ada.token });
  expect([refused.status, refused.json.code]).toEqual([422, 'work_limit_exceeded']);
});
