import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { revokeToken } from '#storage/tokens.ts';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let place: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bob = await server.addPerson('Bob');
  place = await server.addDocument(ada.token);
});
afterAll(() => server.close());

async function ticketOf(token: string, documentId = place.id): Promise<string> {
  const { status, json } = await server.call('POST', `/documents/${documentId}/chat`, { token });
  expect(status).toBe(201);
  return json.ticket as string;
}

const changeset = async (operations: string): Promise<string> => {
  const { json } = await server.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, {
    token: ada.token,
    body: { operations },
  });
  return json.changeset.id as string;
};

const foreign = { Origin: 'https://sandbox.example' };

describe('chat boards', () => {
  test('AC24 a token gets a ticket for ten minutes and its document; people and strangers do not', async () => {
    const { json } = await server.call('POST', `/documents/${place.id}/chat`, { token: ada.token });
    expect(json.ticket).toMatch(/^atb_[0-9A-Za-z]{44}$/);
    expect(json.url).toBe(`${server.origin}/d/${place.id}`);
    const until = server.context.now() + limits.chatTicketSeconds * 1000;
    expect(Math.abs(json.expiresAt - until)).toBeLessThan(5_000);
    const refusals = [
      await server.call('POST', `/documents/${place.id}/chat`, { cookie: await server.signIn(ada) }),
      await server.call('POST', `/documents/${place.id}/chat`),
      await server.call('POST', `/documents/${place.id}/chat`, { token: bob.token }),
      await server.call('POST', `/documents/${place.id}/chat`, { token: json.ticket as string }),
    ];
    expect(refusals.map(({ json: { code } }) => code)).toEqual([
      'chat_requires_token',
      'unauthenticated',
      'document_not_found',
      'unauthenticated',
    ]);
  });

  test('AC24 a ticket makes the calls of a board on its document, and no other', async () => {
    const token = await ticketOf(ada.token);
    const id = await changeset('add square id=a "A"');
    const other = await server.addDocument(ada.token);
    const at = `/documents/${place.id}`;
    const allowed = [
      await server.call('GET', at, { token }),
      await server.call('GET', `${at}/changesets/${id}`, { token }),
      await server.call('POST', `${at}/tickets`, { token }),
      await server.call('POST', `${at}/changesets/${id}/revert`, { token }),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
    expect(allowed[3]!.json.changeset).toMatchObject({ agent: false, author: { name: 'Ada' } });
    const body = { operations: 'add square "B"' };
    const refused = [
      await server.call('GET', '/documents', { token }),
      await server.call('GET', '/me', { token }),
      await server.call('GET', '/tokens', { token }),
      await server.call('PATCH', at, { token, body: { name: 'Mine' } }),
      await server.call('POST', `${at}/tabs/${place.tab}/changesets`, { token, body }),
      await server.call('GET', `${at}/events`, { token }),
    ];
    expect(new Set(refused.map(({ json }) => json.code))).toEqual(new Set(['unauthenticated']));
    expect((await server.call('GET', `/documents/${other.id}`, { token })).json.code).toBe('document_not_found');
    const mcp = await fetch(`${server.origin}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(mcp.status, 'AC25').toBe(401);
  });

  test('AC24 AC25 a ticket ends after ten minutes, and with its token', async () => {
    const [secret, late] = [await server.addToken(ada.id), await ticketOf(ada.token)];
    const token = await ticketOf(secret);
    expect((await server.call('GET', `/documents/${place.id}`, { token })).status).toBe(200);
    const newest = server.context.storage.db.selectFrom('tokens').select('id').orderBy('id', 'desc');
    const { id } = await newest.executeTakeFirstOrThrow();
    await server.context.storage.transact((tx) => revokeToken(tx, id, ada.id, server.context.now()));
    expect((await server.call('GET', `/documents/${place.id}`, { token })).json.code).toBe('unauthenticated');
    server.clock.offsetMs += limits.chatTicketSeconds * 1000 + 1;
    expect((await server.call('GET', `/documents/${place.id}`, { token: late })).json.code).toBe('unauthenticated');
  });

  test('AC24 with a read-only token people look on', async () => {
    const token = await ticketOf(await server.addToken(ada.id, { access: 'read' }));
    const id = await changeset('add square id=b "B"');
    expect((await server.call('GET', `/documents/${place.id}`, { token })).json.access).toBe('viewer');
    const { status } = await server.call('POST', `/documents/${place.id}/changesets/${id}/revert`, { token });
    expect(status).toBe(403);
  });

  test('HT1 pages of any origin read the answers to a ticket of a board, and to nothing else', async () => {
    const token = await ticketOf(ada.token);
    const allows = async (path: string, sent: { readonly token?: string; readonly cookie?: string }) => {
      const { headers } = await server.call('GET', path, { ...sent, headers: foreign, bare: true });
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      return headers.get('access-control-allow-origin');
    };
    expect(await allows(`/documents/${place.id}`, { token })).toBe('*');
    expect(await allows(`/documents/${place.id}`, { token: ada.token })).toBeNull();
    expect(await allows(`/documents/${place.id}`, { cookie: await server.signIn(ada) })).toBeNull();
    expect(await allows('/documents', { token })).toBeNull();
    const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };
    const preflight = async (path: string): Promise<(string | null)[]> => {
      const { headers } = await server.call('OPTIONS', path, { headers: { ...foreign, ...asked } });
      return ['origin', 'methods'].map((name) => headers.get(`access-control-allow-${name}`));
    };
    expect(await preflight(`/documents/${place.id}/tickets`)).toEqual(['*', 'POST']);
    expect(await preflight(`/documents/${place.id}`)).toEqual(['*', 'GET']);
    expect(await preflight('/documents')).toEqual([null, null]);
  });
});
