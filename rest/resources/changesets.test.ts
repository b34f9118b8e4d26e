import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { slowTest } from '#test/harness/slow-test.ts';

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
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const apply = (body: unknown, query = '', sent: { token?: string; headers?: Record<string, string> } = {}): Promise<TestAnswer> =>
  server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets${query}`, { token: ada.token, body, ...sent });
const readTab = async (): Promise<TestAnswer['json']> =>
  (await server.call('GET', `/documents/${document.id}/tabs/${document.tab}`, { token: ada.token })).json;
const labels = (answer: TestAnswer['json']): string[] =>
  answer.elements.map((element: { label?: string }) => element.label ?? '').toSorted();

describe('applying a changeset', () => {
  test('an applied changeset is 201 with its address, record and lines, and can be read', async () => {
    const { status, json, headers } = await apply({
      operations: 'add square label="Login"\nadd square label="Database"\nconnect login -> database',
      summary: 'Start',
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${server.origin}/api/v1/documents/${document.id}/changesets/${json.changeset.id}`);
    expect(json.changeset).toMatchObject({
      tabId: document.tab,
      rev: 1,
      previousRev: 0,
      author: { name: 'Ada' },
      agent: true,
      summary: 'Start',
      counts: { added: 3, changed: 0, removed: 0 },
    });
    expect(json.dryRun).toBe(false);
    expect(json.text.split('\n').at(-1)).toMatch(/^rev 0→1 · cs_\w+ · lint /);
    const read = await readTab();
    expect(read.tab).toMatchObject({ rev: 1, elements: 2, arrows: 1 });
    expect(labels(read)).toEqual(['', 'Database', 'Login']);
  });

  test('groups elements, selects the members of a group, and takes them out', async () => {
    await apply({
      operations:
        'add square id=a\nadd square id=b\nadd sticky id=c\nset type:square group=payments/icons all\nset c group=payments',
    });
    const groups = async () =>
      (await readTab()).elements.map(({ id, group }: { id: string; group?: string }) => `${id.slice(0, 1)} ${group}`).toSorted();
    expect(await groups()).toEqual(['a payments/icons', 'b payments/icons', 'c payments']);
    const { json } = await apply({ operations: 'set group:payments fill=green all\nset group:payments/icons group= all' });
    expect(json.changeset.counts).toEqual({ added: 0, changed: 3, removed: 0 });
    expect(await groups()).toEqual(['a undefined', 'b undefined', 'c payments']);
    const refused = await apply({ operations: 'set a group=a//b' });
    expect([refused.status, refused.json.errors[0].code]).toEqual([400, 'invalid_value']);
    const lines = await server.call('GET', `/documents/${document.id}/tabs/${document.tab}?view=lines`, { token: ada.token });
    expect(lines.text).toMatch(/^add sticky .*group=payments/m);
  });

  test('the line form as text/plain, with the other members in the query, answers the same as JSON', async () => {
    const text = await apply('add square label="A"\n', '?summary=By%20text&baseRev=0', {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
    expect([text.status, text.json.changeset.summary, text.json.changeset.rev]).toEqual([201, 'By text', 1]);
    // Editors on Windows begin a file with a byte order mark.
    const marked = await apply('\ufeffadd square label="C"\n', '?dryRun=1', { headers: { 'Content-Type': 'text/plain' } });
    expect(marked.json.results).toMatchObject([{ mark: '+', label: 'C' }, { code: 'no_base' }]);
    const both = await apply({ operations: 'add square label="B"', baseRev: 1 }, '?baseRev=1');
    expect([both.status, both.json.code]).toEqual([400, 'invalid_request']);
    const inQuery = await apply({ operations: 'add square label="B"' }, '?expectedRev=0');
    expect([inQuery.status, inQuery.json.code]).toEqual([409, 'changeset_conflict']);
    const bad = await apply(Buffer.from([0xff, 0xfe]), '', { headers: { 'Content-Type': 'text/plain' } });
    expect([bad.status, bad.json.code]).toEqual([400, 'invalid_request']);
  });

  test('APP14 a dry run is 200, applies nothing, and needs write access', async () => {
    const { status, json, headers } = await apply({ operations: 'add square label="A"' }, '?dryRun=1');
    expect([status, json.dryRun, headers.get('location')]).toEqual([200, true, null]);
    expect((await readTab()).tab.rev).toBe(0);
    expect((await apply({ operations: 'add square label="A"' }, '?dryRun=0')).status).toBe(201);
    expect((await apply({ operations: 'add square label="A"' }, '?dryRun=yes')).json.code).toBe('invalid_request');
    await server.call('PUT', `/documents/${document.id}/members/${bob.id}`, { token: ada.token, body: { level: 'participant' } });
    const refused = await apply({ operations: 'add square label="A"' }, '?dryRun=1', { token: bob.token });
    expect([refused.status, refused.json.code, refused.json.required]).toEqual([403, 'access_denied', 'editor']);
  });

  test('APP15 a changeset that changes nothing is 200 and leaves no record', async () => {
    await apply({ operations: 'add square id=a label="A"' });
    const { status, json } = await apply({ operations: 'set a label="A"', baseRev: 1 });
    expect([status, json.changeset, json.text]).toEqual([200, null, 'nothing changed']);
    for (const query of ['', '?dryRun=1']) {
      const unbased = await apply({ operations: 'set a label="A"' }, query);
      expect([unbased.json.results, unbased.json.text]).toEqual([[], 'nothing changed']);
    }
    expect((await readTab()).tab.rev).toBe(1);
  });

  test('APP13 a refusal names operation, line, code, hint and the current rev, and nothing is applied', async () => {
    await apply({ operations: 'add square id=a label="A"' });
    const before = await readTab();
    const { status, json } = await apply({ operations: 'add square label="B"\nset nowhere label="X"' });
    expect([status, json.code, json.rev]).toEqual([400, 'target_not_found', 1]);
    expect(json.errors[0]).toMatchObject({
      operation: 1,
      line: 2,
      code: 'target_not_found',
      message: expect.any(String),
      hint: expect.any(String),
    });
    expect(await readTab()).toEqual(before);
  });

  test('an invalid body is refused before it reaches the engine', async () => {
    for (const body of [
      {},
      { operations: 7 },
      { operations: null },
      { operations: '', nonsense: 1 },
      { operations: '', baseRev: -1 },
      { operations: '', baseRev: 1.5 },
      { operations: '', baseRev: '1' },
      { operations: '', summary: 'x'.repeat(201) },
      '"add square"',
      [],
    ]) {
      const { status, json } = await apply(body);
      expect([body, status, json.code]).toEqual([body, 400, 'invalid_request']);
    }
    const { json } = await apply({ operations: 7 });
    expect(json.errors).toEqual([{ in: 'body', pointer: '/operations', message: 'must be string or array' }]);
  });

  slowTest('8 MB of operations are read, 9 MiB and more are not', async () => {
    const line = `# ${'x'.repeat(16_000)}\n`;
    const large = await apply({ operations: `${line.repeat(500)}add square label="A"` });
    expect(large.status).toBe(201);
    const { status, json } = await apply({ operations: line.repeat(600) });
    expect([status, json.code, json.limit]).toEqual([413, 'body_too_large', 9 * 1024 * 1024]);
  });

  test('a changeset is applied once per Idempotency-Key', async () => {
    const sent = { headers: { 'Idempotency-Key': 'once' } };
    const first = await apply({ operations: 'add square label="A"' }, '', sent);
    const again = await apply({ operations: 'add square label="A"' }, '', sent);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect((await readTab()).tab).toMatchObject({ rev: 1, elements: 1 });
    const many = await Promise.all(
      Array.from({ length: 8 }, () =>
        apply({ operations: 'add square label="B"' }, '', { headers: { 'Idempotency-Key': 'many' } }),
      ),
    );
    expect(new Set(many.map(({ text }) => text)).size).toBe(1);
    expect((await readTab()).tab).toMatchObject({ rev: 2, elements: 2 });
  });

  test('a tab of another document is not found', async () => {
    const other = await server.addDocument(ada.token);
    for (const tab of [other.tab, newId('tab')]) {
      const { status, json } = await server.call('POST', `/documents/${document.id}/tabs/${tab}/changesets`, {
        token: ada.token,
        body: { operations: 'add square label="A"' },
      });
      expect([status, json.code]).toEqual([404, 'tab_not_found']);
      expect((await server.call('GET', `/documents/${document.id}/tabs/${tab}`, { token: ada.token })).json.code).toBe(
        'tab_not_found',
      );
    }
  });

  test('APP16 concurrent writers get revisions without gaps or repeats', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => apply({ operations: `add square label="P${index}"` })),
    );
    expect(answers.map(({ json }) => json.changeset.rev).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect((await readTab()).tab).toMatchObject({ rev: 12, elements: 12 });
  });
});

describe('the records', () => {
  test('are listed newest first, by tab, page by page, and shown with their lines', async () => {
    const ids: string[] = [];
    for (const [baseRev, label] of ['A', 'B', 'C'].entries()) {
      ids.unshift((await apply({ operations: `add square label="${label}"`, baseRev })).json.changeset.id);
    }
    const list = async (query: string): Promise<TestAnswer['json']> =>
      (await server.call('GET', `/documents/${document.id}/changesets${query}`, { token: ada.token })).json;
    const all = await list('');
    expect([all.changesets.map(({ id }: { id: string }) => id), all.next]).toEqual([ids, null]);
    const first = await list(`?limit=2&tab=${document.tab}`);
    expect([first.changesets.length, first.next]).toEqual([2, ids[1]]);
    const rest = await list(`?limit=2&before=${first.next}`);
    expect([rest.changesets.map(({ id }: { id: string }) => id), rest.next]).toEqual([[ids[2]], null]);
    for (const nothing of ['', 'foo', 'cs_', document.tab])
      expect((await list(`?before=${nothing}`)).code).toBe('invalid_request');
    const shown = await server.call('GET', `/documents/${document.id}/changesets/${ids[0]}`, { token: ada.token });
    expect(shown.json).toMatchObject({
      changeset: { id: ids[0], rev: 3, counts: { added: 1 } },
      results: [{ mark: '+', label: 'C' }],
      text: expect.stringContaining('C'),
    });
  });

  test('APP18 only the author sees the token id', async () => {
    const { json } = await apply({ operations: 'add square label="A"' });
    await server.call('PUT', `/documents/${document.id}/members/${bob.id}`, { token: ada.token, body: { level: 'owner' } });
    const path = `/documents/${document.id}/changesets/${json.changeset.id}`;
    expect((await server.call('GET', path, { token: ada.token })).json.changeset.tokenId).toMatch(/^tok_/);
    for (const address of [path, `/documents/${document.id}/changesets`])
      expect((await server.call('GET', address, { token: bob.token })).text).not.toContain('tok_');
  });

  test('changesets of other documents, unknown ones and invalid queries are refused', async () => {
    const { json } = await apply({ operations: 'add square label="A"' });
    const other = await server.addDocument(ada.token);
    for (const id of [json.changeset.id, newId('cs'), 'nonsense']) {
      expect((await server.call('GET', `/documents/${other.id}/changesets/${id}`, { token: ada.token })).json.code).toBe(
        'changeset_not_found',
      );
    }
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=1', 'after=x']) {
      expect((await server.call('GET', `/documents/${document.id}/changesets?${query}`, { token: ada.token })).json.code).toBe(
        'invalid_request',
      );
    }
  });

  test('APP17 after 30 days the record is deleted and the change stays', async () => {
    const { json } = await apply({ operations: 'add square label="A"' });
    server.clock.offsetMs += 30 * 24 * 60 * 60 * 1000 + 1_000;
    expect((await server.call('GET', `/documents/${document.id}/changesets`, { token: ada.token })).json.changesets).toEqual([]);
    expect(
      (await server.call('GET', `/documents/${document.id}/changesets/${json.changeset.id}`, { token: ada.token })).status,
    ).toBe(404);
    expect((await readTab()).tab.elements).toBe(1);
  });
});
