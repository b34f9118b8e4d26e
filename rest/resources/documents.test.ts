import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Reply } from '#schema/api.ts';
import { sweepHistory } from '#storage/retention.ts';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bob = await server.addPerson('Bob');
});
afterAll(() => server.close());

describe('creating and showing documents', () => {
  test('APP30 a new document has one empty tab at rev 0, and the answer has its address', async () => {
    const made = await server.call('POST', '/documents', { token: ada.token, body: { name: 'Plans' } });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${server.origin}/api/v1/documents/${made.json.id}`);
    expect(made.json).toMatchObject({ name: 'Plans', owner: { name: 'Ada', color: '#c2410c' }, access: 'owner' });
    expect(made.json.url).toBe(`${server.origin}/d/${made.json.id}`);
    expect(made.json.tabs).toEqual([
      {
        id: expect.stringMatching(/^tab_/),
        name: 'Tab 1',
        url: `${server.origin}/d/${made.json.id}/${made.json.tabs[0].id}`,
        mode: 'canvas',
        rev: 0,
        locked: false,
        theme: 'light',
        elements: 0,
        arrows: 0,
      },
    ]);
    const shown = await server.call('GET', `/documents/${made.json.id}`, { token: ada.token });
    expect(shown.json).toEqual(made.json);
  });

  test('APP91 a new document has the tabs that are named, and what operations draw on the first, as one changeset', async () => {
    const body = {
      name: 'Shop',
      tabs: [
        { name: 'Flow', theme: 'dark' },
        { name: 'Deck', mode: 'pages' },
      ],
      operations: 'add square "Shop" id=shop\nadd cylinder "Orders" id=orders\nconnect shop -> orders\nlayout all',
    };
    const { status, json } = await server.call('POST', '/documents', { token: ada.token, body });
    expect(status).toBe(201);
    expect(json.tabs).toMatchObject([
      { name: 'Flow', theme: 'dark', mode: 'canvas', rev: 1, elements: 2, arrows: 1 },
      { name: 'Deck', theme: 'light', mode: 'pages', rev: 0, elements: 0, arrows: 0 },
    ]);
    expect(json.changeset).toMatchObject({ tabId: json.tabs[0].id, rev: 1, previousRev: 0, counts: { added: 3 } });
    expect(json.changeset.url).toBe(`${json.tabs[0].url}#${json.changeset.id}`);
    expect(json.text).toContain(`page: ${json.changeset.url}`);
    expect([json.lint.verdict, json.results.length]).toEqual(['clean', 3]);
    const { changeset, results: _, lint: _lint, text: _text, ...document } = json;
    const shown = await server.call('GET', `/documents/${json.id}`, { token: ada.token });
    expect(shown.json).toEqual({ ...document, updatedAt: shown.json.updatedAt });
    const path = `/documents/${json.id}`;
    const revert = await server.call('POST', `${path}/changesets/${changeset.id}/revert`, { token: ada.token });
    expect(revert.json.changeset).toMatchObject({ rev: 2, counts: { removed: 3 } });
  });

  test('APP91 refused operations leave no document, and a repeated key makes no second one', async () => {
    const names = async (): Promise<string[]> => {
      const { json } = await server.call('GET', '/documents?q=once', { token: ada.token });
      return json.documents.map(({ name }: { readonly name: string }) => name);
    };
    const refused = await server.call('POST', '/documents', {
      token: ada.token,
      body: { name: 'Once', operations: 'ad square' },
    });
    expect([refused.status, refused.json.code, refused.json.errors[0].line]).toEqual([400, 'unknown_operation', 1]);
    for (const tabs of [[], [{ name: ' ' }], [{ name: 'A', theme: 'custom:x' }], 'Flow'])
      expect((await server.call('POST', '/documents', { token: ada.token, body: { name: 'Once', tabs } })).json.code).toBe(
        'invalid_request',
      );
    expect(await names()).toEqual([]);
    const headers = { 'idempotency-key': 'once' };
    const body = { name: 'Once', operations: 'add square id=a' };
    const [made, again] = [
      await server.call('POST', '/documents', { token: ada.token, body, headers }),
      await server.call('POST', '/documents', { token: ada.token, body, headers }),
    ];
    expect(again.json).toEqual(made.json);
    expect(await names()).toEqual(['Once']);
    const drawn = await server.call('POST', `/documents/${made.json.id}/tabs/${made.json.tabs[0].id}/changesets`, {
      token: ada.token,
      body: { operations: 'set a label=A', baseRev: 1 },
    });
    expect(drawn.json.changeset.rev).toBe(2);
  });

  test('APP91 operations that draw nothing are answered, and the tab is at revision 0', async () => {
    const { json } = await server.call('POST', '/documents', { token: ada.token, body: { operations: '# nothing yet' } });
    expect(json).toMatchObject({ changeset: null, text: 'nothing changed', tabs: [{ name: 'Tab 1', rev: 0 }] });
  });

  test('a document without a name is Untitled, with an empty body or none', async () => {
    const empty = await server.call('POST', '/documents', { token: ada.token, body: {} });
    const none = await server.call('POST', '/documents', { token: ada.token });
    expect([empty.json.name, none.json.name]).toEqual(['Untitled', 'Untitled']);
  });

  test('a blank, overlong or invalid name is refused with a pointer to it', async () => {
    for (const name of ['', '   ', 'x'.repeat(201), 7, null]) {
      const { status, json } = await server.call('POST', '/documents', { token: ada.token, body: { name } });
      expect(status).toBe(400);
      expect(json.code).toBe('invalid_request');
      expect(json.errors[0]).toMatchObject({ in: 'body', pointer: '/name' });
    }
  });

  test('a name may have 200 code points, whatever their UTF-16 length', async () => {
    const { status } = await server.call('POST', '/documents', { token: ada.token, body: { name: '👩'.repeat(200) } });
    expect(status).toBe(201);
  });
});

describe('renaming', () => {
  test('an owner renames; the list finds the new name', async () => {
    const { id } = await server.addDocument(ada.token, 'Before');
    const renamed = await server.call('PATCH', `/documents/${id}`, { token: ada.token, body: { name: 'Zebra crossing' } });
    expect(renamed.status).toBe(200);
    expect(renamed.json.name).toBe('Zebra crossing');
    const { json } = await server.call('GET', '/documents?q=zeBRA', { token: ada.token });
    expect(json.documents.map((document: { id: string }) => document.id)).toEqual([id]);
  });

  test('a member below editor, or limited to tabs, cannot rename it', async () => {
    const { id, tab } = await server.addDocument(ada.token);
    for (const level of ['viewer', 'participant']) {
      await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level } });
      const { status, json } = await server.call('PATCH', `/documents/${id}`, { token: bob.token, body: { name: 'Mine' } });
      expect([status, json.code, json.required]).toEqual([403, 'access_denied', 'editor']);
    }
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'editor', tabs: [tab] } });
    const limited = await server.call('PATCH', `/documents/${id}`, { token: bob.token, body: { name: 'Mine' } });
    expect(limited.json.code).toBe('access_denied');
    expect((await server.call('GET', `/documents/${id}`, { token: ada.token })).json.name).toBe('Plans');
  });
});

describe('the list', () => {
  test('APP31 pages have own and shared documents once each, the most recently changed first', async () => {
    const eve = await server.addPerson('Eve');
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      server.clock.offsetMs += 10;
      ids.push((await server.addDocument(index === 2 ? ada.token : eve.token, `Doc ${index}`)).id);
    }
    await server.call('PUT', `/documents/${ids[2]}/members/${eve.id}`, { token: ada.token, body: { level: 'viewer' } });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? 'limit=2' : `limit=2&cursor=${cursor}`;
      const { json } = await server.call('GET', `/documents?${query}`, { token: eve.token });
      seen.push(...json.documents.map((document: { id: string }) => document.id));
      cursor = json.next;
    }
    expect(seen).toEqual(ids.toReversed());
    const { json } = await server.call('GET', '/documents', { token: eve.token });
    expect(json.documents.map((document: { access: string }) => document.access)).toEqual([
      'owner',
      'owner',
      'viewer',
      'owner',
      'owner',
    ]);
    expect(json.next).toBeNull();
  });

  test('a limit out of range and a foreign cursor are refused, and a wildcard is a letter', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1e1',
      'limit=%201',
      'limit=',
      'cursor=nonsense',
      'limit=1&limit=2',
      'x=1',
    ]) {
      const { status, json } = await server.call('GET', `/documents?${query}`, { token: ada.token });
      expect([query, status, json.code]).toEqual([query, 400, 'invalid_request']);
    }
    const { json } = await server.call('GET', '/documents?q=%25', { token: ada.token });
    expect(json.documents).toEqual([]);
  });

  test('APP33 a token that is limited to documents lists only those and creates none', async () => {
    const one = await server.addDocument(ada.token, 'One');
    const two = await server.addDocument(ada.token, 'Two');
    const token = await server.addToken(ada.id, { documents: [one.id] });
    const { json } = await server.call('GET', '/documents', { token });
    expect(json.documents.map((document: { id: string }) => document.id)).toEqual([one.id]);
    expect((await server.call('GET', `/documents/${two.id}`, { token })).status).toBe(404);
    expect((await server.call('POST', '/documents', { token, body: {} })).json.code).toBe('access_denied');
  });
});

describe('the trash', () => {
  test('APP32 a trashed document is not found, and its owner restores it unchanged', async () => {
    const { id } = await server.addDocument(ada.token);
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: ada.token, body: { level: 'editor' } });
    const before = await server.call('GET', `/documents/${id}`, { token: ada.token });
    expect((await server.call('DELETE', `/documents/${id}`, { token: bob.token })).json.code).toBe('access_denied');
    expect((await server.call('DELETE', `/documents/${id}`, { token: ada.token })).status).toBe(204);
    for (const token of [ada.token, bob.token]) {
      expect((await server.call('GET', `/documents/${id}`, { token })).json.code).toBe('document_not_found');
      expect((await server.call('PATCH', `/documents/${id}`, { token, body: { name: 'x' } })).json.code).toBe(
        'document_not_found',
      );
      expect((await server.call('DELETE', `/documents/${id}`, { token })).json.code).toBe('document_not_found');
    }
    expect((await server.call('POST', `/documents/${id}/restore`, { token: bob.token })).json.code).toBe('document_not_found');
    const restored = await server.call('POST', `/documents/${id}/restore`, { token: ada.token });
    expect(restored.status).toBe(200);
    expect(restored.json).toEqual(before.json);
    expect((await server.call('POST', `/documents/${id}/restore`, { token: ada.token })).json.code).toBe('not_in_trash');
  });

  test('APP32 the owner finds it in the list of the trash, page by page, until it is deleted for good', async () => {
    const owner = await server.addPerson('Owner');
    const trashed: string[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      const { id } = await server.addDocument(owner.token, name);
      await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: owner.token, body: { level: 'editor' } });
      if (name !== 'Third') await server.call('DELETE', `/documents/${id}`, { token: owner.token });
      server.clock.offsetMs += 1_000;
      trashed.unshift(id);
    }
    const list = async (query: string, token = owner.token): Promise<Reply<'listDocuments'>> =>
      (await server.call('GET', `/documents?trash=1${query}`, { token })).json;
    const { documents } = await list('');
    expect(documents.map(({ id, name, access, tabs }) => [id, name, access, tabs])).toEqual([
      [trashed[1], 'Second', 'owner', []],
      [trashed[2], 'First', 'owner', []],
    ]);
    for (const { trashedAt = 0, purgeAt } of documents) expect(purgeAt).toBe(trashedAt + 30 * 24 * 60 * 60 * 1_000);
    expect((await list('&q=sec')).documents.map(({ id }) => id)).toEqual([trashed[1]]);
    const page = await list('&limit=1');
    expect((await list(`&limit=1&cursor=${page.next ?? ''}`)).documents.map(({ id }) => id)).toEqual([trashed[2]]);
    expect((await list('', bob.token)).documents.filter(({ id }) => trashed.includes(id))).toEqual([]);
    await server.call('POST', `/documents/${trashed[1] ?? ''}/restore`, { token: owner.token });
    expect((await list('')).documents.map(({ id }) => id)).toEqual([trashed[2]]);
    server.clock.offsetMs += 30 * 24 * 60 * 60 * 1_000;
    expect((await list('')).documents).toEqual([]);
  });

  test('APP174 only an owner in a session deletes a document in the trash for good, and the next sweep deletes its rows', async () => {
    const owner = await server.addPerson('Olga');
    const cookie = await server.signIn(owner);
    const { id } = await server.addDocument(owner.token, 'Secret');
    await server.call('PUT', `/documents/${id}/members/${bob.id}`, { token: owner.token, body: { level: 'owner' } });
    await server.call('PUT', `/documents/${id}/members/${ada.id}`, { token: owner.token, body: { level: 'editor' } });
    await server.call('PUT', `/documents/${id}/star`, { cookie });
    const purge = async (sent: object): Promise<unknown> => {
      const { status, json } = await server.call('POST', `/documents/${id}/purge`, sent);
      return json?.code ?? status;
    };
    expect(await purge({ cookie })).toBe('not_in_trash');
    await server.call('DELETE', `/documents/${id}`, { cookie });
    expect(await purge({ token: owner.token })).toBe('session_required');
    expect(await purge({ cookie: await server.signIn(ada) })).toBe('document_not_found');
    const restore = (): Promise<unknown> =>
      server.call('POST', `/documents/${id}/restore`, { cookie }).then(({ json }) => json.code);
    expect(await purge({ cookie })).toBe(204);
    expect([await restore(), await purge({ cookie })]).toEqual(['document_not_found', 'document_not_found']);
    for (const query of ['', '?trash=1', '?starred=1'])
      expect((await server.call('GET', `/documents${query}`, { cookie })).json.documents).toEqual([]);
    const { storage, now } = server.context;
    await sweepHistory(storage, now() + 1_000);
    for (const table of ['journal', 'members', 'document_marks'] as const)
      expect(await storage.db.selectFrom(table).select('document_id').where('document_id', '=', id).execute()).toEqual([]);
    expect(await storage.db.selectFrom('documents').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  test('APP32 a document cannot be restored after 30 days', async () => {
    const { id } = await server.addDocument(ada.token);
    await server.call('DELETE', `/documents/${id}`, { token: ada.token });
    server.clock.offsetMs += 30 * 24 * 60 * 60 * 1000;
    const { json } = await server.call('POST', `/documents/${id}/restore`, { token: ada.token });
    expect(json.code).toBe('document_not_found');
  });
});
