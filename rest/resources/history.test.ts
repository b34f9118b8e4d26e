import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { tabDiff } from '#server/app/diffs.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';
import { sweepHistory } from '#storage/retention.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  bob = await server.addPerson('Bob');
});
beforeEach(async () => {
  server.clock.offsetMs = 0;
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const tabPath = (): string => `/documents/${document.id}/tabs/${document.tab}`;
const apply = (operations: string, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', `${tabPath()}/changesets`, { token, body: { operations } });
const applied = async (operations: string): Promise<string> => (await apply(operations)).json.changeset.id;
const revert = (id: string, sent: object = { token: ada.token }): Promise<TestAnswer> =>
  server.call('POST', `/documents/${document.id}/changesets/${id}/revert`, sent);
const read = (query = '', token = ada.token, headers = {}): Promise<TestAnswer> =>
  server.call('GET', `${tabPath()}${query}`, { token, headers });
const elements = async (): Promise<{ id: string }[]> => (await read()).json.elements;
const historyOf = (element: string, query = ''): Promise<TestAnswer> =>
  server.call('GET', `${tabPath()}/elements/${element}/history${query}`, { token: ada.token });

const days = (count: number): number => count * 24 * 60 * 60 * 1_000;

describe('reverting a changeset', () => {
  test('APP24 is a changeset of its own: 201 with its address, at the next rev, and restores the tab', async () => {
    await applied('add square id=a label="A" at:0,0\nadd square id=b at:400,0\nconnect a -> b id=ab');
    const before = await elements();
    const id = await applied('set a fill=red label="AA"\nrm b\nadd square id=c');
    const { status, json, headers } = await revert(id);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      changeset: {
        tabId: document.tab,
        rev: 3,
        previousRev: 2,
        rebasedOver: 0,
        revertOf: id,
        agent: true,
        author: { name: 'Ada' },
      },
      reverted: 4,
      kept: [],
      lint: { verdict: expect.any(String), findings: expect.any(Array) },
    });
    expect(json.text.split('\n').at(-1)).toBe(
      `rev 2→3 · ${json.changeset.id} · lint ${json.lint.verdict} · atelier changeset revert ${document.id} ${json.changeset.id}`,
    );
    expect(headers.get('location')).toBe(`${server.origin}/api/v1/documents/${document.id}/changesets/${json.changeset.id}`);
    expect(await elements()).toEqual(before);
    const { json: list } = await server.call('GET', `/documents/${document.id}/changesets`, { token: ada.token });
    expect(list.changesets.map(({ revertOf }: { revertOf: string | null }) => revertOf)).toEqual([id, null, null]);
  });

  test('APP26 twice changes nothing; a revert is reverted', async () => {
    await applied('add square id=a at:0,0');
    const id = await applied('rm a');
    const gone = await elements();
    const first = await revert(id);
    const again = await revert(id);
    expect([again.status, again.json.changeset, again.json.reverted, again.json.text]).toEqual([200, null, 0, 'nothing changed']);
    expect(again.json.kept).toMatchObject([{ ref: 'a', reason: 'present' }]);
    expect((await read()).json.tab.rev).toBe(3);
    const { status, json } = await revert(first.json.changeset.id);
    expect([status, json.changeset.revertOf, json.reverted]).toEqual([201, first.json.changeset.id, 1]);
    expect(await elements()).toEqual(gone);
  });

  test('APP25 works from the record alone, after the journal is compacted away', async () => {
    await applied('add square id=a label="A" at:0,0\nadd square id=b at:400,0\nconnect a -> b id=ab');
    const before = await elements();
    const id = await applied('set a fill=red\nrm b');
    const { rooms, storage } = server.context;
    await (rooms as DocumentRooms).compact(document.id);
    await storage.transact(async (tx) => {
      await tx.deleteFrom('journal').where('document_id', '=', document.id).execute();
      const { seq, bytes } = await tx.selectFrom('snapshots').select(['seq', 'bytes']).where('document_id', '=', document.id).executeTakeFirstOrThrow();
      expect([seq, bytes.length > 0]).toEqual([3, true]);
    });
    expect((await revert(id)).json).toMatchObject({ reverted: 3, kept: [] });
    expect(await elements()).toEqual(before);
    expect((await read('?view=diff&since=1')).text).toBe('nothing changed');
  }); // prettier-ignore

  test('restores the tab for every operation', async () => {
    await applied('add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0\nadd square id=c at:800,0\nconnect a -> b id=ab\nwrap c in frame id=f');
    const before = await elements();
    for (const operations of [
      'add sticky label="new"',
      'set a label="A much longer label than before" fill=red',
      'rm a',
      'rm b keep-arrows',
      'move f by=50,50',
      'connect b -> c',
      'rewire ab to=c',
      'insert diamond between a b',
      'wrap a b in lane tidy',
      'unwrap f',
      'order a front',
      'layout a b direction=down',
      'rm type:shape all\nrm f',
    ]) {
      const id = await applied(operations);
      expect([operations, await elements()]).not.toEqual([operations, before]);
      const { json } = await revert(id);
      expect([operations, json.kept, await elements()]).toEqual([operations, [], before]);
    }
    const replaced = await server.call('PUT', tabPath(), { token: ada.token, body: { operations: 'add square id=a label="Z"\nadd text label="only"' } });
    expect((await revert(replaced.json.changeset.id)).json.kept).toEqual([]);
    expect(await elements()).toEqual(before);
  }); // prettier-ignore

  test('APP26 leaves elements that have changed since alone, and lists them', async () => {
    const id = await applied('add square id=a label="A"\nadd square id=b label="B"');
    await applied('set a label="Mine"');
    const { json } = await revert(id);
    expect([json.reverted, json.kept]).toEqual([1, [{ id: expect.stringMatching(/^a~/), ref: 'a', reason: 'changed' }]]);
    expect((await elements()).map((element) => element.id.slice(0, 2))).toEqual(['a~']);
  });

  test('of the changeset that filled a new tab empties the tab and keeps it', async () => {
    const made = await server.call('POST', `/documents/${document.id}/tabs`, {
      token: ada.token,
      body: { name: 'Two', operations: 'add square id=a' },
    });
    expect((await revert(made.json.changeset.id)).status).toBe(201);
    const { json } = await server.call('GET', `/documents/${document.id}/tabs/${made.json.tab.id}`, { token: ada.token });
    expect(json).toMatchObject({ tab: { name: 'Two', rev: 2, elements: 0 }, elements: [] });
    await server.call('DELETE', `/documents/${document.id}/tabs/${made.json.tab.id}`, { token: ada.token });
    expect((await revert(made.json.changeset.id)).json.code).toBe('tab_not_found');
  });

  test('is refused for locked tabs, viewers, read-only tokens, other documents and old changesets', async () => {
    const id = await applied('add square id=a');
    const other = await server.addDocument(ada.token);
    const path = `/documents/${other.id}/changesets/${id}/revert`;
    expect((await server.call('POST', path, { token: ada.token })).json.code).toBe('changeset_not_found');
    expect((await revert(newId('cs'))).json.code).toBe('changeset_not_found');
    expect((await revert(id, { token: bob.token })).json.code).toBe('document_not_found');
    const members = `/documents/${document.id}/members/${bob.id}`;
    await server.call('PUT', members, { token: ada.token, body: { level: 'participant' } });
    expect((await revert(id, { token: bob.token })).json).toMatchObject({ code: 'access_denied', required: 'editor' });
    const second = await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'Two' } });
    const limited = { level: 'editor', tabs: [second.json.tab.id] };
    expect((await server.call('PUT', members, { token: ada.token, body: limited })).status).toBeLessThan(300);
    expect((await revert(id, { token: bob.token })).json).toMatchObject({
      code: 'access_denied',
      detail: 'You may write on some tabs of this document only.',
    });
    const readOnly = await server.addToken(ada.id, { access: 'read' });
    expect((await revert(id, { token: readOnly })).json.code).toBe('token_read_only');
    await server.call('PATCH', tabPath(), { token: ada.token, body: { locked: true } });
    expect((await revert(id)).json).toMatchObject({ status: 409, code: 'element_locked', rev: 1 });
    await server.call('PATCH', tabPath(), { token: ada.token, body: { locked: false } });
    server.clock.offsetMs = days(31);
    expect((await revert(id)).json.code).toBe('changeset_not_found');
    server.clock.offsetMs = days(29);
    expect((await revert(id)).status).toBe(201);
  });

  test("a person's session reverts, and an Idempotency-Key does it once, with one audit row", async () => {
    const id = await applied('add square id=a');
    const cookie = await server.signIn(ada);
    const headers = { 'Idempotency-Key': 'undo' };
    const [first, again] = [await revert(id, { cookie, headers }), await revert(id, { cookie, headers })];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(first.json.changeset).toMatchObject({ agent: false, rev: 2 });
    const rows = await server.context.storage.db
      .selectFrom('audit')
      .select(['subject'])
      .where('document_id', '=', document.id)
      .where('action', '=', 'changeset.revert')
      .execute();
    expect(rows.map(({ subject }) => subject)).toEqual([first.json.changeset.id]);
  });

  test('a revert counts as a change of its elements for baseRev', async () => {
    await applied('add square id=a');
    await revert(await applied('set a fill=red'));
    const { json } = await server.call('POST', `${tabPath()}/changesets`, {
      token: ada.token,
      body: { operations: 'set a fill=blue', baseRev: 2 },
    });
    expect(json).toMatchObject({ code: 'changeset_conflict', rev: 3 });
  });
});

describe('view=diff', () => {
  test('shows what has changed since a revision, as text and as JSON', async () => {
    await applied('add square id=a label="A" at:0,0\nadd square id=b label="B" at:400,0');
    const last = await applied('set a fill=red\nrm b');
    const { status, text, headers } = await read('?view=diff&since=1');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe('~ a fill unset→red\n- b square "B"\nrev 1→2');
    const { json } = await read('?view=diff&since=1', ada.token, { Accept: 'application/json' });
    expect(json).toMatchObject({ tabId: document.tab, since: 1, rev: 2, text });
    expect(json.results[0]).toMatchObject({
      mark: '~',
      fields: { fill: [null, 'red'] },
      last: { rev: 2, changeset: last, author: { name: 'Ada' } },
    });
    await revert(last);
    expect((await read('?view=diff&since=1')).text).toBe('nothing changed');
    expect((await read('?view=diff&since=3')).text).toBe('nothing changed');
  });

  test('APP28 needs `since`, a revision that is still kept', async () => {
    await applied('add square id=a');
    await applied('set a fill=red');
    expect((await read('?view=diff')).json).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/since' }] });
    for (const since of ['-1', 'x', '1.5', '1e400']) {
      expect((await read(`?view=diff&since=${since}`)).json.code).toBe('invalid_request');
    }
    for (const since of ['3', '9007199254740991']) {
      expect((await read(`?view=diff&since=${since}`)).json).toMatchObject({ status: 404, code: 'revision_not_found' });
    }
    server.clock.offsetMs = days(20);
    await applied('set a fill=blue');
    server.clock.offsetMs = days(40);
    const before = [];
    for (const since of [0, 1, 2, 3]) before.push((await read(`?view=diff&since=${since}`)).text);
    expect(before.map((text) => text.includes('revision_not_found'))).toEqual([true, true, false, false]);
    await sweepHistory(server.context.storage, Date.now() + days(40));
    for (const [since, was] of before.entries()) {
      const { text } = await read(`?view=diff&since=${since}`);
      if (since > 1) expect(text).toBe(was);
      else expect(text).toContain('revision_not_found');
    }
    expect((await server.call('GET', `/documents/${document.id}/tabs/${newId('tab')}?view=diff&since=0`, { token: ada.token })).json.code).toBe('tab_not_found'); // prettier-ignore
  });

  test('APP29 is consistent: a concurrent write is part of it', async () => {
    await applied('add square id=a label="A" at:0,0');
    const { context } = server;
    let writes = 3;
    const rooms: typeof context.rooms = Object.create(context.rooms);
    rooms.read = async (documentId, use) => {
      if (writes-- > 0) await applied(`set a note="${writes}"`);
      return context.rooms.read(documentId, use);
    };
    const diff = await tabDiff({ ...context, rooms }, document.id, document.tab, 1);
    expect(diff).toMatchObject({ since: 1, rev: 4, text: '~ a note unset→"0"\nrev 1→4', results: [{ last: { rev: 4 } }] });
  });

  test('APP29 of a tab that is written without pause is refused as busy', async () => {
    await applied('add square id=a label="A" at:0,0');
    const { context } = server;
    let writes = 0;
    const rooms: typeof context.rooms = Object.create(context.rooms);
    rooms.read = async (documentId, use) => {
      await applied(`set a note="${(writes += 1)}"`);
      return context.rooms.read(documentId, use);
    };
    expect(await tabDiff({ ...context, rooms }, document.id, document.tab, 1)).toMatchObject({ code: 'room_unavailable' });
  });
});

describe("an element's history", () => {
  test('APP27 lists the changesets that changed it, newest first, by ref, id and prefix, even if it was deleted', async () => {
    const made = await applied('add square id=a label="A"\nadd square id=b');
    await applied('set b fill=red');
    const set = await applied('set a fill=red');
    const undone = (await revert(set)).json.changeset.id;
    const { json } = await historyOf('a');
    expect(json.changes.map(({ changeset, rev }: { changeset: string; rev: number }) => [changeset, rev])).toEqual([
      [undone, 4],
      [set, 3],
      [made, 1],
    ]);
    expect(json.next).toBeNull();
    expect(json.changes[0]).toMatchObject({ author: { name: 'Ada' }, agent: true, revertOf: set });
    expect(json.changes[1].results).toMatchObject([{ mark: '~', fields: { fill: [null, 'red'] } }]);
    expect((await historyOf(json.element)).text).toBe((await historyOf('a~')).text);
    await applied('rm a');
    expect((await historyOf('a')).json.code).toBe('element_not_found');
    expect((await historyOf(json.element)).json.changes[0].results).toMatchObject([{ mark: '-' }]);
    for (const nothing of ['zzz', 'zzz~00000000', 'A', '%27', '..']) {
      expect((await historyOf(nothing)).status).toBe(404);
    }
  });

  test('is listed in pages', async () => {
    await applied('add square id=a');
    for (let index = 0; index < 5; index += 1) await applied(`set a note="${index}"`);
    const revs: number[] = [];
    for (let before: string | null = ''; before !== null;) {
      const { json }: TestAnswer = await historyOf('a', `?limit=2${before === '' ? '' : `&before=${before}`}`);
      revs.push(...json.changes.map(({ rev }: { rev: number }) => rev));
      before = json.next;
    }
    expect(revs).toEqual([6, 5, 4, 3, 2, 1]);
  });
});
