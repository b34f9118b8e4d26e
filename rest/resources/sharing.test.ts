import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';

import { cookieOf, startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bob = await server.addPerson('Bob');
});
afterAll(() => server.close());

const secretOf = (url: string): string => url.split('#')[1] ?? '';

async function link(documentId: string, body: object): Promise<{ readonly id: string; readonly secret: string }> {
  const { status, json } = await server.call('POST', `/documents/${documentId}/share-links`, { token: ada.token, body });
  expect(status).toBe(201);
  return { id: json.link.id, secret: secretOf(json.link.url) };
}

async function levelOf(documentId: string, person: TestPerson): Promise<unknown> {
  const { json } = await server.call('GET', `/documents/${documentId}/members`, { token: ada.token });
  const member = json.members.find((one: { user: { id: string } }) => one.user.id === person.id);
  return member === undefined ? undefined : [member.level, member.tabs];
}

describe('members', () => {
  test('an owner adds, raises, lowers and removes members, and a viewer sees the list', async () => {
    const { id } = await server.addDocument(ada.token);
    for (const level of ['viewer', 'editor', 'participant']) {
      const { status, json } = await server.call('PUT', `/documents/${id}/members/${bob.id}`, {
        token: ada.token,
        body: { level },
      });
      expect([status, json]).toEqual([200, { user: { id: bob.id, name: 'Bob', color: '#c2410c' }, level }]);
    }
    const { json } = await server.call('GET', `/documents/${id}/members`, { token: bob.token });
    expect(json.members.map((member: { level: string }) => member.level)).toEqual(['owner', 'participant']);
    expect(JSON.stringify(json)).not.toContain('example.org');
    expect((await server.call('DELETE', `/documents/${id}/members/${bob.id}`, { token: ada.token })).status).toBe(204);
    expect((await server.call('DELETE', `/documents/${id}/members/${bob.id}`, { token: ada.token })).json.code).toBe(
      'member_not_found',
    );
    expect((await server.call('GET', `/documents/${id}`, { token: bob.token })).status).toBe(404);
  });

  test('APP74 only owners change members, but every member can leave', async () => {
    const { id } = await server.addDocument(ada.token);
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'editor' } });
    const raised = await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: bob.token, body: { level: 'owner' } });
    expect([raised.status, raised.json.code, raised.json.required]).toEqual([403, 'access_denied', 'owner']);
    expect((await server.call('DELETE', `/documents/${id}/members/${ada.id}`, { token: bob.token })).json.code).toBe(
      'access_denied',
    );
    expect((await server.call('DELETE', `/documents/${id}/members/${bob.id}`, { token: bob.token })).status).toBe(204);
    expect(await levelOf(id, bob)).toBeUndefined();
  });

  test('APP75 the person who owns the document is neither lowered nor removed', async () => {
    const { id } = await server.addDocument(ada.token);
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'owner' } });
    for (const token of [ada.token, bob.token]) {
      expect(
        (await server.call('PUT', `/documents/${id}/members/${ada.id}`, { token, body: { level: 'viewer' } })).json.code,
      ).toBe('last_owner');
      expect((await server.call('DELETE', `/documents/${id}/members/${ada.id}`, { token })).json.code).toBe('last_owner');
    }
    expect(await levelOf(id, ada)).toEqual(['owner', undefined]);
  });

  test('unknown people and tabs, owners limited to tabs, and junk are refused', async () => {
    const { id, tab } = await server.addDocument(ada.token);
    const put = (userId: string, body: object) =>
      server.call('PUT', `/documents/${id}/members/${userId}`, { token: ada.token, body });
    expect((await put(newId('user'), { level: 'viewer' })).json.code).toBe('user_not_found');
    expect((await put('me', { level: 'viewer' })).json.code).toBe('member_not_found');
    expect((await put(bob.id, { level: 'editor', tabs: [newId('tab')] })).json.code).toBe('tab_not_found');
    expect((await put(bob.id, { level: 'owner', tabs: [tab] })).json.code).toBe('invalid_request');
    for (const body of [
      {},
      { level: 'god' },
      { level: 'editor', tabs: [] },
      { level: 'editor', tabs: [tab, tab] },
      { level: 'editor', user: ada.id },
    ]) {
      expect((await put(bob.id, body)).json.code).toBe('invalid_request');
    }
    expect((await put(bob.id, { level: 'editor', tabs: [tab] })).json.tabs).toEqual([tab]);
  });

  test('a document names the tabs that a limited member may edit, and none to others', async () => {
    const { id, tab } = await server.addDocument(ada.token);
    const writable = async ({ token }: TestPerson) => (await server.call('GET', `/documents/${id}`, { token })).json.writableTabs;
    const put = (body: object) => server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body });
    await put({ level: 'editor', tabs: [tab] });
    expect([await writable(bob), await writable(ada)]).toEqual([[tab], undefined]);
    await put({ level: 'editor' });
    expect(await writable(bob)).toBeUndefined();
  });
});

describe('share links', () => {
  test('APP76 a signed-in person becomes a member, and a link never lowers a level', async () => {
    const { id, tab } = await server.addDocument(ada.token);
    const viewer = await link(id, { level: 'viewer' });
    const editor = await link(id, { level: 'editor', tabs: [tab] });
    const open = (secret: string) => server.call('POST', '/share-links/open', { token: bob.token, body: { secret } });
    expect((await open(viewer.secret)).json).toEqual({ document: { id, name: 'Plans' }, level: 'viewer' });
    expect((await open(editor.secret)).json.level).toBe('editor');
    expect(await levelOf(id, bob)).toEqual(['editor', [tab]]);
    expect((await open(viewer.secret)).json.level).toBe('editor');
    expect(await levelOf(id, bob)).toEqual(['editor', [tab]]);
    const whole = await link(id, { level: 'editor' });
    await open(whole.secret);
    expect(await levelOf(id, bob)).toEqual(['editor', undefined]);
    await open(editor.secret);
    expect(await levelOf(id, bob)).toEqual(['editor', undefined]);
  });

  test('a session cookie works too, with an Origin of this server', async () => {
    const { id } = await server.addDocument(ada.token);
    const { secret } = await link(id, { level: 'participant' });
    const cookie = await server.signIn(bob);
    expect((await server.call('POST', '/share-links/open', { cookie, bare: true, body: { secret } })).json.code).toBe(
      'origin_refused',
    );
    const opened = await server.call('POST', '/share-links/open', { cookie, body: { secret, name: 'ignored' } });
    expect([opened.status, opened.json.level, opened.json.guest]).toEqual([200, 'participant', undefined]);
    expect(await levelOf(id, bob)).toEqual(['participant', undefined]);
  });

  test('APP77 anyone else becomes a guest of that document only, and reads it', async () => {
    const { id } = await server.addDocument(ada.token);
    const other = await server.addDocument(ada.token);
    const { secret } = await link(id, { level: 'participant' });
    const opened = await server.call('POST', '/share-links/open', { body: { secret, name: 'Grace' } });
    expect(opened.json).toMatchObject({ document: { id, name: 'Plans' }, level: 'participant', guest: { name: 'Grace' } });
    expect(opened.headers.getSetCookie()[0]).toMatch(
      /^atelier_guest_doc_\w+=\w{38}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieOf(opened.headers);
    const shown = await server.call('GET', `/documents/${id}`, { cookie });
    expect([shown.status, shown.json.access]).toEqual([200, 'participant']);
    expect((await server.call('GET', `/documents/${other.id}`, { cookie })).status).toBe(401);
    expect((await server.call('GET', '/documents', { cookie })).status).toBe(401);
    expect((await server.call('PATCH', `/documents/${id}`, { cookie, body: { name: 'x' } })).json.code).toBe('access_denied');
    expect((await server.call('POST', `/documents/${id}/share-links`, { cookie, body: { level: 'viewer' } })).json.code).toBe(
      'access_denied',
    );
    const forged = cookie.replace(id, other.id);
    expect((await server.call('GET', `/documents/${other.id}`, { cookie: forged })).json.code).toBe('document_not_found');
  });

  test('APP77 an editor link is only for signed-in people', async () => {
    const { id } = await server.addDocument(ada.token);
    const { secret } = await link(id, { level: 'editor' });
    const { status, json, headers } = await server.call('POST', '/share-links/open', { body: { secret, name: 'Grace' } });
    expect([status, json.code, headers.getSetCookie()]).toEqual([401, 'unauthenticated', []]);
  });

  test('APP78 revoked, expired and unknown links and those of trashed documents have the same refusal, and their guests lose access', async () => {
    const { id } = await server.addDocument(ada.token);
    const revoked = await link(id, { level: 'viewer' });
    const expiring = await link(id, { level: 'viewer', expiresAt: server.context.now() + 60_000 });
    const guests = [];
    for (const { secret } of [revoked, expiring])
      guests.push(cookieOf((await server.call('POST', '/share-links/open', { body: { secret } })).headers));
    await server.call('POST', '/share-links/open', { token: bob.token, body: { secret: revoked.secret } });
    expect((await server.call('DELETE', `/documents/${id}/share-links/${revoked.id}`, { token: ada.token })).status).toBe(204);
    expect((await server.call('DELETE', `/documents/${id}/share-links/${revoked.id}`, { token: ada.token })).json.code).toBe(
      'link_not_found',
    );
    server.clock.offsetMs += 61_000;
    const refusals = [];
    for (const secret of [revoked.secret, expiring.secret, 'x'.repeat(32), '__proto__']) {
      const { status, text } = await server.call('POST', '/share-links/open', { body: { secret } });
      refusals.push(`${status} ${text.replace(/req_[0-9a-z]+/, 'req')}`);
    }
    for (const cookie of guests)
      expect((await server.call('GET', `/documents/${id}`, { cookie })).json.code).toBe('document_not_found');
    expect((await server.call('GET', `/documents/${id}`, { token: bob.token })).status).toBe(200);
    const live = await link(id, { level: 'viewer' });
    await server.call('DELETE', `/documents/${id}`, { token: ada.token });
    const { status, text } = await server.call('POST', '/share-links/open', { body: { secret: live.secret } });
    refusals.push(`${status} ${text.replace(/req_[0-9a-z]+/, 'req')}`);
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^404 .*link_not_found/);
  });

  test('owners list links with their addresses, without revoked ones; others and read-only tokens cannot', async () => {
    const { id } = await server.addDocument(ada.token);
    const kept = await link(id, { level: 'viewer' });
    const gone = await link(id, { level: 'editor' });
    await server.call('DELETE', `/documents/${id}/share-links/${gone.id}`, { token: ada.token });
    const { json } = await server.call('GET', `/documents/${id}/share-links`, { token: ada.token });
    expect(json.links).toEqual([
      {
        id: kept.id,
        level: 'viewer',
        tabs: null,
        url: `${server.origin}/share#${kept.secret}`,
        createdAt: expect.any(Number),
        expiresAt: null,
        publish: false,
        guests: false,
      },
    ]);
    const reader = await server.addToken(ada.id, { access: 'read' });
    expect((await server.call('GET', `/documents/${id}/share-links`, { token: reader })).json).toMatchObject({
      code: 'token_read_only',
      detail: 'The address of a share link can grant more than reading, so a read-only token cannot list share links.',
    });
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'editor' } });
    expect((await server.call('GET', `/documents/${id}/share-links`, { token: bob.token })).json.code).toBe('access_denied');
    expect((await server.call('POST', '/share-links/open', { token: reader, body: { secret: kept.secret } })).json.code).toBe(
      'token_read_only',
    );
  });

  test('a link for owners, with unknown tabs, in the past or with junk is refused', async () => {
    const { id } = await server.addDocument(ada.token);
    const post = (body: object) => server.call('POST', `/documents/${id}/share-links`, { token: ada.token, body });
    for (const body of [
      {},
      { level: 'owner' },
      { level: 'viewer', expiresAt: 1 },
      { level: 'viewer', expiresAt: 1e20 },
      { level: 'viewer', secret: 'x' },
    ]) {
      expect((await post(body)).json.code).toBe('invalid_request');
    }
    expect((await post({ level: 'viewer', tabs: [newId('tab')] })).json.code).toBe('tab_not_found');
    expect((await post({ level: 'viewer', tabs: null, expiresAt: null })).status).toBe(201);
  });
});

describe('tickets', () => {
  test('a session and a guest get a ticket for their document, and tokens and others do not', async () => {
    const { id } = await server.addDocument(ada.token);
    const { secret } = await link(id, { level: 'viewer' });
    const guest = cookieOf((await server.call('POST', '/share-links/open', { body: { secret } })).headers);
    for (const cookie of [await server.signIn(ada), guest]) {
      const { status, json } = await server.call('POST', `/documents/${id}/tickets`, { cookie });
      expect([status, json.url]).toEqual([201, `${server.origin.replace('http', 'ws')}/collab`]);
      expect(json.ticket).toMatch(/^atk_[0-9A-Za-z]{38}$/);
      expect(json.expiresAt).toBeGreaterThan(server.context.now() + 55_000);
    }
    expect((await server.call('POST', `/documents/${id}/tickets`, { token: ada.token })).json.code).toBe('session_required');
    expect((await server.call('POST', `/documents/${id}/tickets`)).status).toBe(401);
    expect((await server.call('POST', `/documents/${id}/tickets`, { cookie: await server.signIn(bob) })).json.code).toBe(
      'document_not_found',
    );
  });
});
