import { afterEach, describe, expect, test } from 'vitest';

import { newTokenSecret } from '#server/access/secrets.ts';

import type { RateLimit } from './rate-limit.ts';
import { startTestServer, type TestServer } from './server.test-support.ts';

let server: TestServer;
const start = async (rateLimit: RateLimit): Promise<TestServer> => (server = await startTestServer({ rateLimit }));
afterEach(() => server.close());

describe('rate limits', () => {
  test('HT22 a token has its calls per minute, answers have the remaining number, and other tokens have their own', async () => {
    const { call, addPerson } = await start(5);
    const ada = await addPerson('Ada');
    const eve = await addPerson('Eve');
    for (let left = 4; left >= 0; left -= 1) {
      const { status, headers } = await call('GET', '/me', { token: ada.token });
      expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"token";q=5;w=60']);
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"token";r=${left};t=\\d+$`));
    }
    const { status, json, headers } = await call('POST', '/documents', { token: ada.token, body: {} });
    expect([status, json.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).toMatch(/^"token";r=0;/);
    expect((await call('GET', '/me', { token: eve.token })).status).toBe(200);
  });

  test('HT22 an address has 300 calls per minute without a token', async () => {
    const { call } = await start(1_200);
    const statuses = [];
    for (let index = 0; index < 301; index += 1)
      statuses.push((await call('GET', '/problems/rate_limited', { headers: { Accept: 'application/json' } })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(statuses.at(-1)).toBe(429);
  });

  test('HT23 after ten unknown tokens per minute an address gets 429, but valid tokens are served', async () => {
    const { call, addPerson } = await start(1_200);
    const ada = await addPerson('Ada');
    const statuses = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await call('GET', '/me', { token: newTokenSecret() })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect((await call('GET', '/me', { token: ada.token })).status).toBe(200);
  });

  test('HT23 after ten wrong passwords or link secrets per minute not even the right one is checked', async () => {
    const { call, addPerson } = await start(1_200);
    const ada = await addPerson('Ada');
    for (let index = 0; index < 5; index += 1) {
      expect((await call('POST', '/session', { body: { email: ada.email, password: `wrong ${index}` } })).status).toBe(401);
      expect((await call('POST', '/share-links/open', { body: { secret: `wrong ${index}` } })).status).toBe(404);
    }
    const { status, headers } = await call('POST', '/session', { body: { email: ada.email, password: ada.password } });
    expect([status, headers.getSetCookie()]).toEqual([429, []]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('HT23 right passwords do not count, and of concurrent wrong ones only ten are checked', async () => {
    const { call, addPerson } = await start(1_200);
    const ada = await addPerson('Ada');
    for (let index = 0; index < 12; index += 1)
      expect((await call('POST', '/session', { body: { email: ada.email, password: ada.password } })).status).toBe(200);
    const wrong = Array.from({ length: 20 }, () => call('POST', '/session', { body: { email: ada.email, password: 'wrong' } }));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 10 }, () => 429)]);
  });

  test('a limit of `off` counts nothing', async () => {
    const { call } = await start('off');
    for (let index = 0; index < 320; index += 1) {
      const { status, headers } = await call('GET', '/me', { token: 'nonsense' });
      expect([status, headers.get('ratelimit')]).toEqual([401, null]);
    }
  });
});
