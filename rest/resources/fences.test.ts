import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TokenFence } from '#schema/access.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let cookie: string;
let doc: { readonly id: string; readonly tab: string };
let other: { readonly id: string; readonly tab: string };
let secondTab: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  cookie = await server.signIn(ada);
  doc = await server.addDocument(ada.token, 'Plans');
  other = await server.addDocument(ada.token, 'Others');
  const made = await server.call('POST', `/documents/${doc.id}/tabs`, { token: ada.token, body: { name: 'Second' } });
  secondTab = made.json.tab.id;
  const drawing = `{"op":"add","element":{"type":"frame","id":"area","label":"Area","x":0,"y":0,"width":600,"height":400}}
add square id=inner "Inner" x=100 y=100 width=100 height=60
add square id=outer "Outer" x=1000 y=100 width=100 height=60`;
  const drawn = await draw(ada.token, drawing);
  if (drawn.status !== 201) throw new Error(drawn.text);
});
afterAll(() => server.close());

async function draw(token: string, operations: string, tab = doc.tab, query = ''): Promise<TestAnswer> {
  const path = `/documents/${doc.id}/tabs/${tab}/changesets${query}`;
  return server.call('POST', path, { token, body: { operations } });
}

const create = (fence: object, more: object = {}): Promise<TestAnswer> =>
  server.call('POST', '/tokens', { cookie, body: { name: 'fenced', access: 'full', fence, ...more } });

async function fenced(fence: TokenFence): Promise<string> {
  const { status, json } = await create(fence);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json.secret;
}

/** The code of a refusal, and the status of a success. */
const outcome = ({ status, json }: TestAnswer): unknown => json?.code ?? status;

describe('a fence', () => {
  test('is shown with the token, to its owner and to itself', async () => {
    const secret = await fenced({
      documents: [doc.id],
      tabs: [doc.tab],
      frame: 'area',
      operations: ['add', 'comment'],
      rate: 60,
    });
    const { token } = (await server.call('GET', '/me', { token: secret })).json;
    expect(token.documents).toEqual([doc.id]);
    expect(token.fence).toMatchObject({ tabs: [doc.tab], operations: ['add', 'comment'], rate: 60 });
    expect(token.fence.frame).toMatch(/^area~/);
  });

  test.each<[fault: string, fence: () => object, pointer: string]>([
    ['nothing', () => ({}), '/fence'],
    ['an unknown member', () => ({ pages: [] }), '/fence/pages'],
    ['an unknown operation', () => ({ operations: ['paint'] }), '/fence/operations'],
    ['tabs without documents', () => ({ tabs: [doc.tab] }), '/fence/tabs'],
    ['a tab of another document', () => ({ documents: [doc.id], tabs: [other.tab] }), '/fence/tabs'],
    ['a frame without a tab', () => ({ documents: [doc.id], frame: 'area' }), '/fence/frame'],
    ['a frame on two tabs', () => ({ documents: [doc.id], tabs: [doc.tab, secondTab], frame: 'area' }), '/fence/frame'],
    ['a frame that is not there', () => ({ documents: [doc.id], tabs: [secondTab], frame: 'area' }), '/fence/frame'],
    ['a frame that is a box', () => ({ documents: [doc.id], tabs: [doc.tab], frame: 'inner' }), '/fence/frame'],
    [
      'a frame and cards',
      () => ({ documents: [doc.id], tabs: [doc.tab], frame: 'area', operations: ['card'] }),
      '/fence/operations',
    ],
    ['a rate of none', () => ({ rate: 0 }), '/fence/rate'],
  ])('AC22 of %s is refused', async (_fault, fence, pointer) => {
    const { status, json } = await create(fence());
    expect([status, json.code, json.errors[0].pointer]).toEqual([400, 'invalid_request', pointer]);
  });

  test('AC22 documents are in the fence or beside it, and not both', async () => {
    const both = await create({ documents: [doc.id] }, { documents: [doc.id] });
    expect(both.json.errors[0].pointer).toBe('/fence/documents');
    expect((await create({ tabs: [doc.tab] }, { documents: [doc.id] })).status).toBe(201);
    const foreign = await server.addDocument((await server.addPerson('Grace')).token);
    expect(outcome(await create({ documents: [foreign.id] }))).toBe('document_not_found');
  });
});

describe('what a fence lets through', () => {
  test('AC17 AC18 tabs: writes on those tabs, reads everything of the document, sees no other document', async () => {
    const token = await fenced({ documents: [doc.id], tabs: [doc.tab] });
    expect(outcome(await draw(token, 'add square "Mine" below:outer'))).toBe(201);
    expect(outcome(await draw(token, 'add square "Mine"', secondTab))).toBe('token_fenced');
    expect(outcome(await draw(token, 'add square "Mine"', secondTab, '?dryRun=1'))).toBe('token_fenced');
    expect(outcome(await server.call('GET', `/documents/${doc.id}/tabs/${secondTab}`, { token }))).toBe(200);
    expect(outcome(await server.call('GET', `/documents/${other.id}`, { token }))).toBe('document_not_found');
    const card = { type: 'task', fields: { title: 'Ship' } };
    expect(outcome(await server.call('POST', `/documents/${doc.id}/items`, { token, body: card }))).toBe('token_fenced');
    const sheet = (tabId: string): Promise<TestAnswer> =>
      server.call('POST', `/documents/${doc.id}/sheets`, { token, body: { tabId, title: `Sheet ${tabId}`, rows: 2, cols: 2 } });
    expect(outcome(await sheet(doc.tab))).toBe(201);
    expect(outcome(await sheet(secondTab))).toBe('access_denied');
    expect(outcome(await server.call('PUT', `/documents/${doc.id}/tabs/${secondTab}/presence`, { token, body: {} }))).toBe(
      'token_fenced',
    );
  });

  test('AC20 operations: a changeset of those only, and no other kind of write', async () => {
    const token = await fenced({ operations: ['add', 'connect', 'comment'] });
    expect(outcome(await draw(token, 'add square id=two "Two" below:outer\nconnect outer -> two'))).toBe(201);
    const mixed = await draw(token, 'add square id=three "Three"\nrm outer');
    expect([outcome(mixed), mixed.json.detail]).toEqual([
      'token_fenced',
      'The fence of this token does not allow this: rm is not among its operations.',
    ]);
    expect(outcome(await draw(token, '{"op":"rm","targets":["outer"]}'))).not.toBe(201);
    const elements = (await server.call('GET', `/documents/${doc.id}/tabs/${doc.tab}`, { token })).json.elements;
    const slugs = elements.map(({ id }: { id: string }) => id.split('~')[0]);
    expect([slugs.includes('outer'), slugs.includes('three')]).toEqual([true, false]);
    const put = await server.call('PUT', `/documents/${doc.id}/tabs/${secondTab}`, {
      token,
      body: { operations: 'add square "X"' },
    });
    expect(outcome(put)).toBe('token_fenced');
    const inner = elements.find(({ id }: { id: string }) => id.startsWith('inner~')).id;
    const comment = { elementId: inner, text: 'Right?' };
    expect(outcome(await server.call('POST', `/documents/${doc.id}/tabs/${doc.tab}/comments`, { token, body: comment }))).toBe(
      201,
    );
    for (const [method, path, body] of [
      ['POST', `/documents/${doc.id}/tabs`, { name: 'More' }],
      ['PATCH', `/documents/${doc.id}/tabs/${doc.tab}`, { name: 'Other' }],
      ['PUT', `/documents/${doc.id}/tabs/${doc.tab}/presence`, {}],
      ['POST', `/documents/${doc.id}/items`, { type: 'task', fields: { title: 'Ship' } }],
    ] as const)
      expect(outcome(await server.call(method, path, { token, body })), `${method} ${path}`).toBe('token_fenced');
  });

  test('AC19 nothing of the owner’s: documents, members, links, libraries, themes, images', async () => {
    const token = await fenced({ operations: ['add'] });
    const png = new Uint8Array([0x89, 0x50]);
    for (const [method, path, body] of [
      ['POST', '/documents', { name: 'Mine' }],
      ['PATCH', `/documents/${doc.id}`, { name: 'Mine' }],
      ['DELETE', `/documents/${doc.id}`, undefined],
      ['POST', `/documents/${doc.id}/copy`, {}],
      ['POST', `/documents/${doc.id}/share-links`, { level: 'viewer' }],
      ['GET', `/documents/${doc.id}/share-links`, undefined],
      ['PUT', `/documents/${doc.id}/members/${ada.id}`, { level: 'viewer' }],
      ['POST', '/shape-libraries', { name: 'Mine', items: [] }],
      ['POST', '/custom-themes', { id: 'custom:mine', name: 'Mine', definition: {} }],
      ['POST', '/images', png],
    ] as const) {
      const headers = body === png ? { 'Content-Type': 'image/png' } : {};
      const answer = await server.call(method, path, { token, headers, ...(body !== undefined && { body }) });
      expect(outcome(answer), `${method} ${path}`).toBe('token_fenced');
    }
    expect(outcome(await server.call('POST', '/tokens', { token, body: { name: 'x', access: 'full' } }))).toBe(
      'session_required',
    );
  });

  test('AC23 a rate counts for the token alone, also on a server without a limit', async () => {
    const token = await fenced({ rate: 3 });
    const outcomes: unknown[] = [];
    for (let call = 0; call < 4; call += 1) outcomes.push(outcome(await server.call('GET', '/me', { token })));
    expect(outcomes).toEqual([200, 200, 200, 'rate_limited']);
    expect(outcome(await server.call('GET', '/me', { token: ada.token }))).toBe(200);
  });
});

describe('AC21 a token that draws in one frame', () => {
  let token: string;
  beforeAll(async () => {
    token = await fenced({ documents: [doc.id], tabs: [doc.tab], frame: 'area' });
  });

  test.each([
    ['adds a box', 'add square id=fresh "Fresh" x=300 y=100 width=100 height=60'],
    ['changes a box', 'set inner fill=blue'],
    ['connects what is in it', 'add square id=next "Next" x=300 y=250 width=100 height=60\nconnect inner -> next'],
    ['moves a box within it', 'move inner by=10,10'],
    ['removes what it made', 'rm next'],
  ])('%s', async (_what, operations) => {
    const answer = await draw(token, operations);
    expect(outcome(answer), answer.text).toBe(201);
  });

  test('grows the frame for what it puts into it', async () => {
    const answer = await draw(token, 'add square id=wide "Wide" inside:area width=200 height=380');
    expect(outcome(answer), answer.text).toBe(201);
  });

  test.each([
    ['a box elsewhere', 'add square "Stray" x=2000 y=2000'],
    ['a box that is larger than the frame', 'add square "Cover" x=-500 y=-500 width=1600 height=1400'],
    ['a change of a box elsewhere', 'set outer fill=red'],
    ['a box that leaves', 'move inner by=3000,0'],
    ['a box that enters', 'move outer inside:area'],
    ['the removal of a box elsewhere', 'rm outer'],
    ['an arrow that leaves', 'connect inner -> outer'],
    ['the frame itself', 'rm area'],
    ['the frame’s name', 'set area label="Mine"'],
    ['a frame that moves', 'move area by=50,0'],
    ['one step outside among others', 'set inner fill=green\nset outer fill=green'],
  ])('is refused %s', async (_what, operations) => {
    const before = (await server.call('GET', `/documents/${doc.id}/tabs/${doc.tab}?view=json`, { token })).text;
    expect(outcome(await draw(token, operations))).toBe('token_fenced');
    expect(outcome(await draw(token, operations, doc.tab, '?dryRun=1'))).toBe('token_fenced');
    expect((await server.call('GET', `/documents/${doc.id}/tabs/${doc.tab}?view=json`, { token })).text).toBe(before);
  });

  test('does nothing but draw there', async () => {
    const list = (await server.call('GET', `/documents/${doc.id}/changesets`, { token })).json.changesets;
    for (const [method, path, body] of [
      ['POST', `/documents/${doc.id}/changesets/${list[0].id}/revert`, {}],
      ['POST', `/documents/${doc.id}/tabs/${doc.tab}/illustrate`, { pages: [{ op: 'add', kind: 'slide', name: 'A' }] }],
      ['POST', `/documents/${doc.id}/sheets`, { tabId: doc.tab, title: 'S', rows: 2, cols: 2 }],
      ['PATCH', `/documents/${doc.id}/tabs/${doc.tab}`, { name: 'Other' }],
    ] as const)
      expect(outcome(await server.call(method, path, { token, body })), path).toBe('token_fenced');
  });
});
