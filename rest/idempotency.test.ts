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
  test('[T1] the same call again answers the first answer and does nothing', async () => {
    const key = freshKey();
    const first = await post(key, { name: 'Once' });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    await server.call('PATCH', `/documents/${first.json.id}`, { token: ada.token, body: { name: 'Once, renamed' } });
    const again = await post(key, { name: 'Once' });
    expect([again.status, again.headers.get('idempotency-replayed'), again.text]).toEqual([201, 'true', first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await count('Once')).toBe(1);
  });

  test('[T2] another body or query under the key is refused', async () => {
    const key = freshKey();
    await post(key, { name: 'Body' });
    const { status, json } = await post(key, { name: 'Other body' });
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await count('Other%20body')).toBe(0);
  });

  test('[T3] a refused call keeps nothing: with the cause gone, the key works', async () => {
    const key = freshKey();
    expect((await post(key, { name: '' })).status).toBe(400);
    expect((await post(key, { name: 'Mended' })).status).toBe(201);
    const restoring = { token: ada.token, headers: { 'Idempotency-Key': freshKey() } };
    const { id } = await server.addDocument(ada.token);
    expect((await server.call('POST', `/documents/${id}/restore`, restoring)).json.code).toBe('not_in_trash');
    await server.call('DELETE', `/documents/${id}`, { token: ada.token });
    expect((await server.call('POST', `/documents/${id}/restore`, restoring)).status).toBe(200);
    const again = await server.call('POST', `/documents/${id}/restore`, restoring);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  test('[T3] after 24 hours the key is free again', async () => {
    const key = freshKey();
    const first = await post(key, { name: 'Day' });
    server.clock.offsetMs += 24 * 60 * 60 * 1000 + 1_000;
    const next = await post(key, { name: 'Day' });
    expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(next.json.id).not.toBe(first.json.id);
  });

  test('[T5] of twenty at once one is applied and all get its answer', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, { name: 'Parallel' })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await count('Parallel')).toBe(1);
  });

  test('[I2] a key counts for its credential, and for its path', async () => {
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

  test('[I3] an answer with a secret is kept sealed, and opened by the same call', async () => {
    const cookie = await server.signIn(ada);
    const sent = { cookie, body: { name: 'ci', access: 'full' }, headers: { 'Idempotency-Key': freshKey() } };
    const first = await server.call('POST', '/tokens', sent);
    const again = await server.call('POST', '/tokens', sent);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const rows = await server.context.storage.db.selectFrom('idempotency').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(first.json.secret);
  });

  test('a key of the wrong form is refused; 128 printable characters are one', async () => {
    for (const key of ['', 'x'.repeat(129), 'ümlaut', 'a\tb']) {
      const { status, json } = await post(key, {});
      expect([key, status, json.code]).toEqual([key, 400, 'invalid_request']);
    }
    expect((await post(`~ !"${'x'.repeat(124)}`, {})).status).toBe(201);
  });
});
