import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
afterAll(() => server.close());

const freshKey = (): string => `key ${(serial += 1)}`;
const post = (key: string, body: unknown, token = ada.token) =>
  server.call('POST', '/documents', { token, body, headers: { 'Idempotency-Key': key } });
const count = async (q: string): Promise<number> =>
  (await server.call('GET', `/documents?q=${q}`, { token: ada.token })).json.documents.length;

describe('Idempotency-Key', () => {
  test('HT19 repeating a call has no effect and answers the first answer', async () => {
    const key = freshKey();
    const first = await post(key, { name: 'Once' });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    await server.call('PATCH', `/documents/${first.json.id}`, { token: ada.token, body: { name: 'Once, renamed' } });
    const again = await post(key, { name: 'Once' });
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([201, 'true', first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await count('Once')).toBe(1);
  });

  test('HT20 another body or query with the same key is refused', async () => {
    const key = freshKey();
    await post(key, { name: 'Body' });
    const { status, json } = await post(key, { name: 'Other body' });
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await count('Other%20body')).toBe(0);
  });

  test('HT19 a refused call stores nothing: once the cause is fixed, the key works', async () => {
    const key = freshKey();
    expect((await post(key, { name: '' })).status).toBe(400);
    expect((await post(key, { name: 'Corrected' })).status).toBe(201);
    const restoring = { token: ada.token, headers: { 'Idempotency-Key': freshKey() } };
    const { id } = await server.addDocument(ada.token);
    expect((await server.call('POST', `/documents/${id}/restore`, restoring)).json.code).toBe('not_in_trash');
    await server.call('DELETE', `/documents/${id}`, { token: ada.token });
    expect((await server.call('POST', `/documents/${id}/restore`, restoring)).status).toBe(200);
    const again = await server.call('POST', `/documents/${id}/restore`, restoring);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  test('HT19 after 24 hours a key can be used again', async () => {
    const key = freshKey();
    const first = await post(key, { name: 'Day' });
    server.clock.offsetMs += 24 * 60 * 60 * 1000 + 1_000;
    const next = await post(key, { name: 'Day' });
    expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(next.json.id).not.toBe(first.json.id);
  });

  test('HT19 of twenty concurrent calls one is applied, and all get its answer', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, { name: 'Parallel' })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await count('Parallel')).toBe(1);
  });

  test('HT21 a key is separate for each credential and path', async () => {
    const key = freshKey();
    const eve = await server.addPerson('Eve');
    const mine = await post(key, { name: 'Shared key' });
    const hers = await post(key, { name: 'Shared key' }, eve.token);
    expect([hers.status, hers.json.owner.name, hers.headers.get('idempotency-replayed')]).toEqual([201, 'Eve', null]);
    expect(hers.json.id).not.toBe(mine.json.id);
    const cookie = await server.signIn(ada);
    const token = await server.call('POST', '/tokens', {
      cookie,
      body: { name: 'Shared key', access: 'full' },
      headers: { 'Idempotency-Key': key },
    });
    expect(token.status).toBe(201);
  });

  test('HT21 an answer with a secret is stored sealed, and only the same call opens it', async () => {
    const cookie = await server.signIn(ada);
    const sent = { cookie, body: { name: 'ci', access: 'full' }, headers: { 'Idempotency-Key': freshKey() } };
    const first = await server.call('POST', '/tokens', sent);
    const again = await server.call('POST', '/tokens', sent);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const rows = await server.context.storage.db.selectFrom('idempotency').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(first.json.secret);
  });

  test('HT20 a key is up to 128 printable characters; others are refused', async () => {
    for (const key of ['', 'x'.repeat(129), 'ümlaut', 'a\tb']) {
      const { status, json } = await post(key, {});
      expect([key, status, json.code]).toEqual([key, 400, 'invalid_request']);
    }
    expect((await post(`~ !"${'x'.repeat(124)}`, {})).status).toBe(201);
  });
});
